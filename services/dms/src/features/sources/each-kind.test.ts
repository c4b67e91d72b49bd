import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { s3OfRun } from '@countersign/test-kit/optional-tools'
import { describe, expect, it, onTestFinished } from 'vitest'
import { setUpOnS3 } from '../../testing/s3-setup.ts'
import { call, initiate, sendBytes, setUp, sha256 } from '../../testing/setup.ts'
import { reap } from '../../testing/reap.ts'

// The whole service with its files on each kind of source.

const s3 = s3OfRun(process.env)
describe('the service on the filesystem', () => suite(setUpOnFilesystem))
describe('the service on S3', { tags: 's3' }, () => suite(() => setUpOnS3(s3)))

async function setUpOnFilesystem() {
  const setup = await setUp()
  onTestFinished(() => setup.close())
  const listKeys = async () => {
    const entries = await readdir(setup.root, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'writer.lock')
    return files.map(({ name }) => name)
  }
  return { setup, listKeys }
}

function suite(start: typeof setUpOnFilesystem): void {
  it('[DMS-02] [DMS-03] [DMS-04] takes a file in pieces, gives ranges of it, and purges it', async () => {
    const { setup, listKeys } = await start()
    const user = setup.makeUser()
    const bytes = randomBytes(18_000_001)
    const id = await initiate(setup, user, bytes.length, { sha256: sha256(bytes) })
    for (const [from, to] of [
      [0, 5_000_000],
      [5_000_000, 17_000_000],
      [17_000_000, bytes.length],
    ] as const) {
      const headers = from === 0 ? {} : { 'upload-offset': String(from) }
      const reply = await sendBytes(setup, user, id, bytes.subarray(from, to), headers)
      expect(reply.json()).toEqual({ receivedBytes: to })
    }
    const complete = () => call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})

    const replies = await Promise.all(Array.from({ length: 6 }, complete))

    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { documentId, versionId } = replies[0]?.body ?? {}
    // Tails of the pieces are gone; one object is left.
    expect(await listKeys()).toHaveLength(1)
    const path = `/api/dms/versions/${String(versionId)}/content`
    const range = { range: 'bytes=9000000-9000099' }
    const part = await call(setup, user, 'GET', path, undefined, range)
    expect(part.bytes.equals(bytes.subarray(9_000_000, 9_000_100))).toBe(true)
    expect(sha256((await call(setup, user, 'GET', path)).bytes)).toBe(sha256(bytes))

    const document = `/api/dms/documents/${String(documentId)}`
    await call(setup, user, 'DELETE', document)
    await call(setup, user, 'DELETE', `${document}?purge=true`)
    await reap(setup.deps)
    expect(await listKeys()).toEqual([])
  })

  it('[DMS-02] [DMS-03] takes a file in parts at once, and leaves nothing of those given up', async () => {
    const { setup, listKeys } = await start()
    const user = setup.makeUser()
    const part = 8 * 1024 * 1024
    const bytes = randomBytes(2 * part + 3)
    const sendPart = (id: string, number: number) =>
      setup.app.inject({
        method: 'PUT',
        url: `/api/dms/uploads/${id}/parts/${number}`,
        headers: { ...user.headers, 'content-type': 'application/octet-stream' },
        payload: bytes.subarray((number - 1) * part, number * part),
      })
    const id = await initiate(setup, user, bytes.length)
    const replies = await Promise.all([3, 1, 2].map((number) => sendPart(id, number)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const done = await call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})
    expect(done.body['sha256']).toBe(sha256(bytes))
    const givenUp = await initiate(setup, user, bytes.length)
    await sendPart(givenUp, 2)

    await call(setup, user, 'DELETE', `/api/dms/uploads/${givenUp}`)
    setup.advance(3_600_000)
    await reap(setup.deps)

    expect(await listKeys()).toHaveLength(1)
  })

  it('leaves nothing of an upload that was given up', async () => {
    const { setup, listKeys } = await start()
    const user = setup.makeUser()
    const id = await initiate(setup, user, 20_000_000)
    await sendBytes(setup, user, id, randomBytes(11_000_000))
    await sendBytes(setup, user, id, randomBytes(3_000_000))
    expect((await listKeys()).length).toBeGreaterThan(0)

    await call(setup, user, 'DELETE', `/api/dms/uploads/${id}`)
    await reap(setup.deps)

    expect(await listKeys()).toEqual([])
  })
}
