import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bucket } from '../testing/bucket.ts'
import { checkBytes, type Lab, openLab, persist, storeAll, type Stored } from '../testing/lab.ts'
import type { S3Server } from '../testing/s3-server.ts'
import { openServerLab, type ServerLab } from '../testing/server-lab.ts'
import { makeSmallDisk, type SmallDisk } from '../testing/small-disk.ts'

// A real S3 server on a real disk of its own, which is frozen, killed, started again and filled up
// while the service works with it. Whatever happens, the client asks where it stands and goes on.

const MIB = 1024 * 1024
const unavailable = { status: 503, body: { code: 'dms.storage_unavailable' } }
const bytes = randomBytes(20 * MIB)

let lab: Lab

const statusOf = async (id: string) => (await lab.client.send('GET', `uploads/${id}`)).body

/** Something has been stored and more is to come. */
const isUnderWay = (id: string) =>
  expect
    .poll(async () => (await statusOf(id))['receivedBytes'], { timeout: 60_000, interval: 20 })
    .toBeGreaterThan(0)

async function finish(id: string): Promise<Stored> {
  const { body } = await persist(lab.client, id, bytes)
  expect(body['versionNo']).toBe(1)
  await checkBytes(lab.client, [body as unknown as Stored])
  return body as unknown as Stored
}

/** All but the last bytes wait until they are let go. */
function slowly() {
  const more = Promise.withResolvers<void>()
  async function* pieces() {
    yield bytes.subarray(0, 12 * MIB)
    await more.promise
    yield bytes.subarray(12 * MIB)
  }
  const send = {
    body: Readable.toWeb(Readable.from(pieces())) as ReadableStream,
    headers: { 'content-type': 'application/octet-stream' },
    duplex: 'half',
  } as RequestInit
  return { send, rest: more.resolve }
}

const program = findProgram('s3server', process.env) ?? ''
describe('an S3 server', { tags: 's3server' }, () => withServer(program))

function withServer(program: string) {
  let opened: ServerLab
  let disk: SmallDisk
  let server: S3Server
  let bucket: Bucket
  beforeAll(async () => {
    opened = await openServerLab(program)
    ;({ lab, disk, server, bucket } = opened)
    await lab.start({
      STORAGE_S3_ENDPOINT: server.endpoint,
      STORAGE_S3_REGION: server.region,
      STORAGE_S3_BUCKET: bucket.name,
      STORAGE_S3_ACCESS_KEY: server.accessKey,
      STORAGE_S3_SECRET_KEY: server.secretKey,
      STORAGE_TIMEOUT_MS: '4000',
      PREVIEW_WORKERS: '0',
    })
  })
  afterAll(() => opened.close())

  const faults: [string, () => Promise<void>, () => void | Promise<void>][] = [
    ['frozen', () => server.freeze(), () => server.thaw()],
    ['killed', () => server.kill(), () => server.start()],
  ]

  it.each(faults)(
    '[DMS-04] [DMS-05] %s while it receives: says so, and goes on when it is back',
    async (_name, fail, mend) => {
      const id = await lab.client.initiate(bytes.length)
      const { send, rest } = slowly()
      const sending = lab.client.send('POST', `uploads/${id}/content`, undefined, send)
      await isUnderWay(id)
      await fail()
      rest()
      expect(await sending).toMatchObject(unavailable)
      expect(await statusOf(id)).toMatchObject({ status: 'RECEIVING' })
      await mend()

      await finish(id)
    },
  )

  it.each(faults)(
    '[DMS-03] [DMS-05] %s before it completes: no version, and one when it is back',
    async (_name, fail, mend) => {
      const id = await lab.client.initiate(bytes.length)
      expect((await lab.client.sendBytes(id, bytes)).status).toBe(200)
      await fail()
      const complete = () => lab.client.send('POST', `uploads/${id}/complete`, {})
      expect(await complete()).toMatchObject(unavailable)
      await mend()

      await finish(id)
    },
  )

  it.each(faults)(
    '[DMS-16] %s while it is read: never fewer bytes that pass for all',
    async (_name, fail, mend) => {
      const [file] = await storeAll(lab.client, [20 * MIB])
      if (file === undefined) throw new Error('nothing was stored')
      await fail()
      const read = () => lab.client.send('GET', `versions/${file.versionId}/content`)
      expect(await read()).toMatchObject(unavailable)
      await mend()
      const reading = read().catch(() => 'broken off' as const)
      await fail()
      const reply = await reading
      if (reply !== 'broken off' && reply.status === 200) {
        expect(reply.bytes).toHaveLength(20 * MIB)
      }
      await mend()
      await checkBytes(lab.client, [file])
    },
  )

  // What it does itself when it was frozen in the middle of a part: it stores what came of a request that was
  // given up as if it were all, and over what was sent again if that came first.
  it('[DMS-04] [DMS-05] with other bytes in place of a part: no version, and goes on from those before', async () => {
    const id = await lab.client.initiate(bytes.length)
    expect((await lab.client.sendBytes(id, bytes)).status).toBe(200)
    await bucket.replacePart(2, randomBytes(7 * MIB))

    expect(await lab.client.send('POST', `uploads/${id}/complete`, {})).toMatchObject(unavailable)
    expect(await statusOf(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 8 * MIB })

    await finish(id)
  })

  it(
    '[DMS-04] [DMS-05] with a full disk says so, keeps what it has, and goes on when there is room',
    { tags: 'mount' },
    async () => {
      const kept = await storeAll(lab.client, [MIB, 9 * MIB])
      const id = await lab.client.initiate(bytes.length)
      await disk.fill(10 * MIB)

      expect(await lab.client.sendBytes(id, bytes)).toMatchObject(unavailable)
      expect(await statusOf(id)).toMatchObject({ status: 'RECEIVING' })
      await checkBytes(lab.client, kept)
      await disk.empty()

      kept.push(await finish(id))
      await checkBytes(lab.client, kept)
    },
  )

  it('[DMS-05] keeps one object per version, and nothing else, once the reaper has been', async () => {
    await lab.reapAll()
    expect(await bucket.listKeys()).toEqual(await lab.listKnown('s3'))
    expect(await bucket.listUnfinished()).toEqual([])
  })
}

describe('a folder on a full disk', { tags: 'mount' }, () => {
  let disk: SmallDisk
  beforeAll(async () => {
    lab = await openLab()
    disk = await makeSmallDisk(64 * MIB)
    await lab.start({ STORAGE_FILESYSTEM_ROOT: disk.path, PREVIEW_WORKERS: '0' })
  })
  afterAll(async () => {
    await lab.stop()
    await disk.remove()
    await lab.close()
  })

  it('[DMS-04] [DMS-05] says so, keeps what it could store, and goes on when there is room', async () => {
    const kept = await storeAll(lab.client, [MIB])
    const id = await lab.client.initiate(bytes.length)
    await disk.fill(10 * MIB)

    expect(await lab.client.sendBytes(id, bytes)).toMatchObject(unavailable)
    const { status, receivedBytes } = await statusOf(id)
    expect(status).toBe('RECEIVING')
    expect(receivedBytes).toBeGreaterThanOrEqual(8 * MIB)
    await checkBytes(lab.client, kept)
    expect(await lab.client.send('POST', `uploads/${id}/complete`, {})).toMatchObject({
      status: 422,
      body: { code: 'dms.size_mismatch' },
    })
    await disk.empty()

    kept.push(await finish(id))
    await lab.reapAll()
    await checkBytes(lab.client, kept)
  })
})
