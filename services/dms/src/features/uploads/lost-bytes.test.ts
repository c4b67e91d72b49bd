import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../testing/fake-s3.ts'
import { openOnS3 } from '../../testing/s3-setup.ts'
import {
  call,
  initiate,
  sendBytes,
  type Setup,
  sha256,
  type TestUser,
} from '../../testing/setup.ts'

// What a client sees of a storage that has lost bytes of its upload: it asks where that stands, and sends the rest.

const MIB = 1024 * 1024
const PART = 8 * MIB
const bytes = randomBytes(2 * PART + 5)

let server: FakeS3
let setup: Setup
let user: TestUser
beforeAll(async () => {
  server = await startFakeS3()
  ;({ setup } = await openOnS3(server))
  user = setup.makeUser()
})
afterAll(async () => {
  await setup.close()
  await server.close()
})

afterEach(() => {
  server.uploads.clear()
  server.interfere = () => undefined
})

const show = async (id: string) => (await call(setup, user, 'GET', `/api/dms/uploads/${id}`)).body
const complete = (id: string) => call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})
const damage = (number: number) => {
  for (const { parts } of server.uploads.values()) parts.set(number, randomBytes(6 * MIB))
}
const lost = { status: 503, body: { code: 'dms.storage_unavailable' } }

async function sendPart(id: string, number: number) {
  const reply = await setup.app.inject({
    method: 'PUT',
    url: `/api/dms/uploads/${id}/parts/${number}`,
    headers: { ...user.headers, 'content-type': 'application/octet-stream' },
    payload: bytes.subarray((number - 1) * PART, number * PART),
  })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
}

async function expectDone(id: string): Promise<void> {
  const done = await complete(id)
  expect(done).toMatchObject({ status: 200, body: { sha256: sha256(bytes), versionNo: 1 } })
  const path = `/api/dms/versions/${String(done.body['versionId'])}/content`
  expect(sha256((await call(setup, user, 'GET', path)).bytes)).toBe(sha256(bytes))
  expect([...server.uploads]).toEqual([])
}

it('[DMS-04] [DMS-05] content goes on from what is left, and is no version until it is whole', async () => {
  const id = await initiate(setup, user, bytes.length)
  expect((await sendBytes(setup, user, id, bytes)).statusCode).toBe(200)
  damage(2)

  expect(await complete(id)).toMatchObject(lost)

  expect(await show(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: PART })
  expect(await show(id)).not.toHaveProperty('sha256')
  expect(await complete(id)).toMatchObject({
    status: 422,
    body: { code: 'dms.size_mismatch', receivedBytes: PART, sizeBytes: bytes.length },
  })
  const rest = await sendBytes(setup, user, id, bytes.subarray(PART), {
    'upload-offset': `${PART}`,
  })
  expect(rest.statusCode).toBe(200)
  await expectDone(id)
})

it('[DMS-04] content begins anew when the storage has ended the upload', async () => {
  const id = await initiate(setup, user, bytes.length)
  await sendBytes(setup, user, id, bytes.subarray(0, PART + 1))
  server.uploads.clear()

  const rest = { 'upload-offset': `${PART + 1}` }
  const refused = await sendBytes(setup, user, id, bytes.subarray(PART + 1), rest)

  expect([refused.statusCode, refused.json().code]).toEqual([503, 'dms.storage_unavailable'])
  expect(await show(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 0 })
  const again = await sendBytes(setup, user, id, bytes.subarray(PART + 1), rest)
  expect([again.statusCode, again.json()]).toMatchObject([
    409,
    { code: 'dms.offset_mismatch', receivedBytes: 0 },
  ])
  await sendBytes(setup, user, id, bytes)
  await expectDone(id)
})

it('[DMS-04] [DMS-05] of parts those are sent again that are lost', async () => {
  const id = await initiate(setup, user, bytes.length)
  for (const number of [1, 2, 3]) expect((await sendPart(id, number)).status).toBe(200)
  damage(2)

  expect(await complete(id)).toMatchObject(lost)

  expect(await show(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: PART + 5 })
  const { body } = await call(setup, user, 'GET', `/api/dms/uploads/${id}/parts`)
  expect(body['items']).toMatchObject([{ number: 1 }, { number: 3 }])
  expect((await sendPart(id, 2)).status).toBe(200)
  await expectDone(id)
})

it('[DMS-04] parts begin anew when the storage has ended the upload, however many hear of it', async () => {
  const id = await initiate(setup, user, bytes.length)
  await sendPart(id, 1)
  // Both are under way: one that came later would find an upload that has begun anew.
  const [underWay, bothUnderWay] = [new Set<number>(), Promise.withResolvers<void>()]
  server.interfere = async ({ partNumber }) => {
    if (partNumber === undefined) return undefined
    if (underWay.add(partNumber).size === 2) {
      server.uploads.clear()
      bothUnderWay.resolve()
    }
    await bothUnderWay.promise
    return undefined
  }

  const refused = await Promise.all([2, 3].map((number) => sendPart(id, number)))

  expect(refused).toMatchObject([lost, lost])
  expect(await show(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 0 })
  server.interfere = () => undefined
  for (const number of [3, 1, 2]) expect((await sendPart(id, number)).status).toBe(200)
  await expectDone(id)
})

it('[DMS-04] a client of tus is told to ask again, and then where to go on', async () => {
  const id = await initiate(setup, user, bytes.length)
  await sendBytes(setup, user, id, bytes)
  damage(2)
  const look = () =>
    setup.app.inject({
      method: 'HEAD',
      url: `/api/dms/uploads/${id}`,
      headers: { ...user.headers, 'tus-resumable': '1.0.0' },
    })

  expect((await look()).statusCode).toBe(423)

  const { statusCode, headers } = await look()
  expect([statusCode, headers['upload-offset']]).toEqual([200, String(PART)])
  await sendBytes(setup, user, id, bytes.subarray(PART), { 'upload-offset': `${PART}` })
  await expectDone(id)
})

it('[DMS-05] a part that was sent again is compared with what is stored', async () => {
  const id = await initiate(setup, user, bytes.length)
  await sendPart(id, 1)
  server.interfere = ({ method, uploadId }) =>
    method === 'PUT' && uploadId !== null ? 500 : undefined
  expect(await sendPart(id, 2)).toMatchObject(lost)
  server.interfere = () => undefined
  for (const number of [2, 3]) await sendPart(id, number)
  server.isLax = true
  for (const { parts } of server.uploads.values()) parts.set(2, Buffer.alloc(PART))

  expect(await complete(id)).toMatchObject(lost)

  server.isLax = false
  expect(await show(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 0 })
  for (const number of [1, 2, 3]) await sendPart(id, number)
  await expectDone(id)
})

it('[DMS-05] a file in one request is refused whole, and holds nothing', async () => {
  const whole = () =>
    setup.app.inject({
      method: 'POST',
      url: '/api/dms/uploads?fileName=some.bin',
      headers: { ...user.headers, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
  server.interfere = ({ method, uploadId }) => {
    if (method === 'POST' && uploadId !== null) damage(2)
    return undefined
  }

  const refused = await whole()

  expect([refused.statusCode, refused.json().code]).toEqual([503, 'dms.storage_unavailable'])
  server.interfere = () => undefined
  const done = await whole()
  expect([done.statusCode, done.json().sha256]).toEqual([200, sha256(bytes)])
})
