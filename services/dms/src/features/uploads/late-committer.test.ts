import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
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

// Who makes an upload an object stands still for longer than the lease. Meanwhile the storage loses the bytes,
// and the client sends others: what the late one has found says nothing about those.

const PART = 8 * 1024 * 1024
const [before, after] = [randomBytes(PART + 5), randomBytes(PART + 5)]

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
  server.interfere = () => undefined
})

const show = async (id: string) => (await call(setup, user, 'GET', `/api/dms/uploads/${id}`)).body
const complete = (id: string) => call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, {})

/** By two requests, so that nobody has hashed all of it before it is whole. */
async function send(id: string, bytes: Buffer): Promise<void> {
  for (const offset of [0, PART]) {
    const some = bytes.subarray(offset, offset + PART)
    const { statusCode } = await sendBytes(setup, user, id, some, { 'upload-offset': `${offset}` })
    expect(statusCode).toBe(200)
  }
  expect(await show(id)).toMatchObject({ status: 'RECEIVED' })
}

/** Keeps the next reading of an object: tells its key, and what it is to be answered with. */
function holdReading() {
  const [begun, end] = [
    Promise.withResolvers<string>(),
    Promise.withResolvers<number | undefined>(),
  ]
  server.interfere = async ({ method, key, uploadId }) => {
    if (method !== 'GET' || key === '' || uploadId !== null) return undefined
    server.interfere = () => undefined
    begun.resolve(key)
    return end.promise
  }
  return { begun: begun.promise, end: end.resolve }
}

/** As for whoever stood still for so long that another has the lease. */
async function loseLease(id: string): Promise<void> {
  const senderOf = async () => {
    const { rows } = await sql<{ senderId: string }>`
      select sender_id as "senderId" from uploads
      where tenant_id = ${setup.tenantId} and id = ${id}`.execute(setup.db)
    return rows[0]?.senderId
  }
  const late = await senderOf()
  const end = async () => {
    // Again and again, since the late one is alive in this process and renews it.
    await sql`
      update uploads set sender_until = now() - interval '1 second'
      where tenant_id = ${setup.tenantId} and id = ${id} and sender_id = ${late}`.execute(setup.db)
    return senderOf()
  }
  await expect.poll(end, { timeout: 10_000 }).not.toBe(late)
}

/** An upload whose bytes were lost and sent anew, while the first who completes it still reads the old ones. */
async function sendAnew(declared?: Buffer) {
  const id = await initiate(setup, user, before.length, {
    ...(declared === undefined ? {} : { sha256: sha256(declared) }),
  })
  await send(id, before)
  const reading = holdReading()
  const late = complete(id)
  const key = await reading.begun
  server.objects.delete(key)
  const next = complete(id)
  await loseLease(id)
  expect(await next).toMatchObject({ status: 503, body: { code: 'dms.storage_unavailable' } })
  expect(await show(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 0 })
  await send(id, after)
  const wake = () => {
    // It had begun to read them while they were there.
    server.objects.set(key, before)
    reading.end(undefined)
    return late
  }
  return { id, wake }
}

async function expectAfter(id: string): Promise<void> {
  const done = await complete(id)
  expect(done).toMatchObject({ status: 200, body: { sha256: sha256(after), versionNo: 1 } })
  const path = `/api/dms/versions/${String(done.body['versionId'])}/content`
  expect(sha256((await call(setup, user, 'GET', path)).bytes)).toBe(sha256(after))
}

it('[DMS-04] [DMS-05] keeps no hash of the bytes of before, from who is late', async () => {
  const { id, wake } = await sendAnew()
  const reading = holdReading()
  const sealing = complete(id)
  await reading.begun

  await wake()

  // Whoever has sealed them gets no further.
  reading.end(503)
  expect((await sealing).status).toBe(503)
  await expectAfter(id)
})

it('[DMS-04] [DMS-05] does not fail for the bytes of before, that were not those declared', async () => {
  const { id, wake } = await sendAnew(after)

  expect(await wake()).toMatchObject({ status: 422, body: { code: 'dms.checksum_mismatch' } })

  expect(await show(id)).toMatchObject({ status: 'RECEIVED' })
  await expectAfter(id)
})

it('[DMS-05] does not fail once others are sealed, either', async () => {
  const { id, wake } = await sendAnew(after)
  const reading = holdReading()
  const sealing = complete(id)
  await reading.begun

  expect(await wake()).toMatchObject({ status: 422, body: { code: 'dms.checksum_mismatch' } })

  reading.end(undefined)
  expect(await sealing).toMatchObject({ status: 200, body: { sha256: sha256(after) } })
})
