import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { encodeCursor } from '@countersign/service-kit/cursor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  initiate,
  sendBytes,
  type Setup,
  setUp,
  sha256,
  type TestUser,
} from '../../testing/setup.ts'

const MIB = 1024 * 1024
const PART = 8 * MIB

let setup: Setup
let user: TestUser

beforeAll(async () => {
  setup = await setUp()
  user = setup.makeUser()
})
afterAll(() => setup.close())

const partOf = (bytes: Buffer, number: number) => bytes.subarray((number - 1) * PART, number * PART)

async function sendPart(id: string, number: number, bytes: Buffer) {
  const reply = await setup.app.inject({
    method: 'PUT',
    url: `/api/dms/uploads/${id}/parts/${number}`,
    headers: { ...user.headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
}
const show = async (id: string) => (await call(setup, user, 'GET', `/api/dms/uploads/${id}`)).body
const complete = (id: string) => call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})

describe('parts of an upload', () => {
  it('[DMS-02] [DMS-03] come at once and in any order, and are one file', async () => {
    const bytes = randomBytes(3 * PART + 5)
    const id = await initiate(setup, user, bytes.length, { sha256: sha256(bytes) })

    const replies = await Promise.all(
      [4, 2, 1, 3].map((number) => sendPart(id, number, partOf(bytes, number))),
    )

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(replies[0]?.body).toMatchObject({ number: 4, sizeBytes: 5 })
    expect(await show(id)).toMatchObject({ status: 'RECEIVED', receivedBytes: bytes.length })
    const done = await complete(id)
    expect(done).toMatchObject({ status: 200, body: { sha256: sha256(bytes) } })
    const path = `/api/dms/versions/${String(done.body['versionId'])}/content`
    expect(sha256((await call(setup, user, 'GET', path)).bytes)).toBe(sha256(bytes))
  })

  it('[DMS-04] are listed, so that a client sends what is missing', async () => {
    const bytes = randomBytes(2 * PART + 1)
    const id = await initiate(setup, user, bytes.length)
    await sendPart(id, 3, partOf(bytes, 3))
    await sendPart(id, 1, partOf(bytes, 1))

    expect((await complete(id)).body['code']).toBe('dms.size_mismatch')
    const parts = `/api/dms/uploads/${id}/parts`
    const first = await call(setup, user, 'GET', `${parts}?limit=1`)
    expect(first.body['items']).toMatchObject([{ number: 1, sha256: sha256(partOf(bytes, 1)) }])
    const cursor = String(first.body['nextCursor'])
    const second = await call(setup, user, 'GET', `${parts}?limit=1&cursor=${cursor}`)
    expect(second.body).toMatchObject({ items: [{ number: 3 }], nextCursor: null })
    const beyond = encodeCursor(Number.MAX_SAFE_INTEGER)
    expect(await call(setup, user, 'GET', `${parts}?cursor=${beyond}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/cursor' }] },
    })
    await sendPart(id, 2, partOf(bytes, 2))

    expect((await complete(id)).body['sha256']).toBe(sha256(bytes))
  })

  it('[DMS-04] may be repeated, ten times at once too, but not replaced', async () => {
    const bytes = randomBytes(PART + 9)
    const id = await initiate(setup, user, bytes.length)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sendPart(id, 1, partOf(bytes, 1))),
    )

    const won = replies.filter(({ status }) => status === 200)
    expect(won.length).toBeGreaterThan(0)
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body['code']]).toEqual([409, 'dms.upload_busy'])
    }
    expect(await show(id)).toMatchObject({ receivedBytes: PART })
    expect((await sendPart(id, 1, partOf(bytes, 1))).status).toBe(200)
    expect(await sendPart(id, 1, randomBytes(PART))).toMatchObject({
      status: 409,
      body: { code: 'dms.upload_out_of_order' },
    })
    await sendPart(id, 2, partOf(bytes, 2))
    expect((await sendPart(id, 2, partOf(bytes, 2))).status).toBe(200)
    expect((await complete(id)).body['sha256']).toBe(sha256(bytes))
  })

  it('[DMS-04] may not be repeated for ever, nor with more bytes', async () => {
    const bytes = randomBytes(PART + 9)
    const id = await initiate(setup, user, bytes.length)
    await sendPart(id, 2, partOf(bytes, 2))
    const repeat = async (bytesNow: Buffer, ends: boolean) => {
      const stream = new PassThrough()
      stream.write(bytesNow)
      if (ends) stream.end()
      const reply = await setup.app.inject({
        method: 'PUT',
        url: `/api/dms/uploads/${id}/parts/2`,
        headers: { ...user.headers, 'content-type': 'application/octet-stream' },
        payload: stream,
      })
      return [reply.statusCode, reply.json<Record<string, unknown>>()['code']]
    }
    expect(await repeat(partOf(bytes, 2).subarray(0, 1), false)).toEqual([
      408,
      'dms.upload_too_slow',
    ])
    expect(await repeat(Buffer.alloc(10), true)).toEqual([413, 'dms.too_large'])
    expect(await repeat(partOf(bytes, 2), true)).toEqual([200, undefined])
  })

  it('have the length that their place has', async () => {
    const id = await initiate(setup, user, PART + 10)

    expect(await sendPart(id, 2, randomBytes(9))).toMatchObject({
      status: 422,
      body: { code: 'dms.size_mismatch', sizeBytes: 10, receivedBytes: 9 },
    })
    expect(await sendPart(id, 3, randomBytes(9))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/number' }] },
    })
    expect((await sendPart(id, 0, randomBytes(9))).status).toBe(400)
    expect((await sendPart(id, 2, randomBytes(10))).status).toBe(200)
  })

  it('[DMS-04] and content do not mix', async () => {
    const bytes = randomBytes(PART + 10)
    const byParts = await initiate(setup, user, bytes.length)
    await sendPart(byParts, 2, partOf(bytes, 2))
    const content = await sendBytes(setup, user, byParts, bytes)
    expect([content.statusCode, content.json().code]).toEqual([409, 'dms.upload_out_of_order'])

    const byContent = await initiate(setup, user, bytes.length)
    await sendBytes(setup, user, byContent, bytes.subarray(0, 100))
    expect(await sendPart(byContent, 2, partOf(bytes, 2))).toMatchObject({
      status: 409,
      body: { code: 'dms.upload_out_of_order' },
    })
  })

  it('of another person are 404', async () => {
    const id = await initiate(setup, setup.makeUser(), 10)

    expect((await sendPart(id, 1, randomBytes(10))).status).toBe(404)
    expect((await call(setup, user, 'GET', `/api/dms/uploads/${id}/parts`)).status).toBe(404)
  })
})
