import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { speak } from '../../testing/resumable.ts'
import {
  binary,
  call,
  type Setup,
  setUp,
  sha256,
  type TestUser,
  upload,
} from '../../testing/setup.ts'

let setup: Setup
let user: TestUser
beforeAll(async () => {
  setup = await setUp({
    quotaBytes: 64 * 1024 * 1024,
    maxUploadBytes: 48 * 1024 * 1024,
    allowedTypes: ['text/*', 'application/octet-stream', 'application/pdf'],
  })
  user = setup.makeUser()
  await setup.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => setup.close())

type Fields = Readonly<Record<string, string>>
const to = '/api/dms/uploads'
const digestOf = (bytes: Buffer) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
const send = (bytes: Buffer, fields: Fields = {}, query = '', as = user) =>
  speak(
    setup,
    as,
    ['POST', `${to}?fileName=a.txt${query}`],
    {
      'content-type': 'text/plain',
      'content-length': String(bytes.length),
      ...fields,
    },
    bytes,
  )
const content = (versionId: unknown) =>
  call(setup, user, 'GET', `/api/dms/versions/${String(versionId)}/content`)

/** A request whose bytes come when the test sends them. */
function open(fields: Fields) {
  const { port } = setup.app.server.address() as AddressInfo
  const headers = { ...user.headers, 'content-type': 'text/plain', ...fields }
  return request({ port, method: 'POST', path: `${to}?fileName=a.txt`, headers })
}

async function reserved(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select reserved_bytes as bytes from tenant_usage
    where tenant_id = ${setup.tenantId}`.execute(setup.db)
  return rows[0]?.bytes ?? 0
}

async function listActions(): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_events where tenant_id = ${setup.tenantId}
    order by sequence`.execute(setup.db)
  return rows.map(({ action }) => action)
}

describe('an upload in one request', () => {
  it.each([0, 11, 9_000_000])('[DMS-01] [DMS-02] takes a file of %i bytes', async (size) => {
    const bytes = binary(size)
    const before = (await listActions()).length

    const { status, body } = await send(bytes, { 'repr-digest': digestOf(bytes) }, '&title=One')

    expect(status).toBe(200)
    expect(body).toMatchObject({ versionNo: 1, sizeBytes: size, sha256: sha256(bytes) })
    expect((await listActions()).slice(before)).toEqual([
      'upload.initiated',
      'document.created',
      'version.created',
    ])
    expect(await reserved()).toBe(0)
    expect((await content(body['versionId'])).bytes.equals(bytes)).toBe(true)
    const { documentId } = body
    const document = await call(setup, user, 'GET', `/api/dms/documents/${String(documentId)}`)
    expect(document.body).toMatchObject({ title: 'One' })
  })

  it('[DMS-01] makes a version of a document, with the rights that takes', async () => {
    const { documentId } = await upload(setup, user)
    const target = `&documentId=${documentId}`

    expect((await send(Buffer.from('two'), {}, target)).body).toMatchObject({
      documentId,
      versionNo: 2,
    })
    expect((await send(Buffer.from('x'), {}, target, setup.makeUser())).status).toBe(404)
    const reader = setup.makeUser({ permissions: ['dms:document:read'] })
    expect((await send(Buffer.from('x'), {}, '', reader)).status).toBe(403)
    expect(await reserved()).toBe(0)
  })

  it('[DMS-04] gives one version when twenty send it at once, and the same later', async () => {
    const fields = { 'idempotency-key': randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(Buffer.from('once'), fields)),
    )
    const later = await send(Buffer.from('once'), fields)

    expect(replies.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    expect(new Set([...replies, later].map(({ body }) => body['versionId'])).size).toBe(1)
    expect(later.fields['idempotency-replayed']).toBe('true')
    expect(await send(Buffer.from('other'), fields)).toMatchObject({
      status: 409,
      body: { code: 'dms.idempotency_conflict' },
    })
  })

  it('[DMS-04] answers a repeat as the first, whatever has become of the document since', async () => {
    const { documentId } = await upload(setup, user)
    const path = `/api/dms/documents/${documentId}`
    const key = { 'idempotency-key': randomUUID() }
    const target = `&documentId=${documentId}`
    const first = await send(Buffer.from('two'), key, target)
    expect(first.body).toMatchObject({ documentId, versionNo: 2 })
    expect((await call(setup, user, 'DELETE', path)).status).toBe(204)

    const repeat = await send(Buffer.from('two'), key, target)
    expect([repeat.status, repeat.body]).toEqual([200, first.body])
    expect(repeat.fields['idempotency-replayed']).toBe('true')
    const another = { 'idempotency-key': randomUUID() }
    const refused = await send(Buffer.from('two'), another, target)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await send(Buffer.from('two'), another, target)).toMatchObject({
      status: refused.status,
      body: { code: refused.body['code'] },
    })
  })

  it('[DMS-04] [DMS-05] takes the place of one that died, and keeps nothing of its bytes', async () => {
    const key = randomUUID()
    const first = await send(Buffer.from('abc'), { 'idempotency-key': key })
    // Like one whose process is gone after it had begun.
    await sql`update uploads set status = 'RECEIVING', answer = null, sender_id = ${randomUUID()},
      sender_until = now() + interval '1 hour'
      where tenant_id = ${setup.tenantId} and creation_key = ${key}`.execute(setup.db)
    await sql`update tenant_usage set reserved_bytes = reserved_bytes + 3
      where tenant_id = ${setup.tenantId}`.execute(setup.db)

    const again = await send(Buffer.from('xyz'), { 'idempotency-key': key })

    expect(again.status).toBe(200)
    expect(again.body['versionId']).not.toBe(first.body['versionId'])
    expect(String((await content(again.body['versionId'])).bytes)).toBe('xyz')
    expect(await reserved()).toBe(0)
  })

  it('[DMS-04] [DMS-05] lets a repeat overtake one that takes long, and registers one of both', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const bytes = binary(5_000_000)
    const slow = open({ ...key, 'content-length': String(bytes.length) })
    slow.on('error', () => undefined)
    const late = once(slow, 'response') as Promise<[IncomingMessage]>
    const trickle = setInterval(() => slow.write(binary(10_000)), 100)
    onTestFinished(() => clearInterval(trickle))
    await expect.poll(reserved).toBe(bytes.length)

    const quick = await send(bytes, key)

    expect(quick.status).toBe(200)
    expect((await late)[0].statusCode).toBe(409)
    expect((await content(quick.body['versionId'])).bytes.equals(bytes)).toBe(true)
    expect(await reserved()).toBe(0)
  })

  it('[DMS-05] keeps nothing of one that breaks off', async () => {
    const cut = open({ 'content-length': '5000' })
    cut.on('error', () => undefined)
    cut.write('half')
    await expect.poll(reserved).toBe(5000)
    cut.destroy()

    await expect.poll(reserved, { timeout: 20_000 }).toBe(0)
    expect((await listActions()).at(-1)).toBe('upload.aborted')
  })
})

describe('an upload in one request is refused', () => {
  const text = Buffer.from('hello')
  const other = digestOf(Buffer.from('other'))
  it.each([
    ['of another hash than announced', { 'repr-digest': other }, text, 422, 'checksum_mismatch'],
    ['of other bytes than were sent', { 'content-digest': other }, text, 460, 'content_mismatch'],
    [
      'of a type that is not accepted',
      { 'content-type': 'image/png' },
      text,
      422,
      'type_not_allowed',
    ],
    [
      'that is a type that is not accepted',
      {},
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'),
      422,
      'type_not_allowed',
    ],
    [
      'as a form',
      { 'content-type': 'multipart/form-data; boundary=x' },
      text,
      415,
      'unsupported_media_type',
    ],
    [
      'that says it is a part',
      { 'content-type': 'application/partial-upload' },
      text,
      400,
      'invalid_request',
    ],
    [
      'by an older protocol of parts',
      { 'upload-incomplete': '?1', 'upload-draft-interop-version': '3' },
      text,
      400,
      'invalid_request',
    ],
    ['that is too large', { 'content-length': '50331649' }, text, 413, 'too_large'],
    ['that the quota does not bear', { 'content-length': '50331648' }, text, 507, 'quota_exceeded'],
    ['without its length', { 'transfer-encoding': 'chunked' }, text, 400, 'invalid_request'],
  ] as const)('[DMS-02] [DMS-03] %s', async (_, fields, bytes, status, code) => {
    if (code === 'quota_exceeded') await send(binary(20_000_000))
    const before = await reserved()
    const headers: Record<string, string> = { ...fields }
    const reply =
      'transfer-encoding' in fields
        ? await speak(setup, user, ['POST', to], headers)
        : await send(bytes, headers)

    expect(reply).toMatchObject({ status, body: { code: expect.stringMatching(`\\.${code}$`) } })
    expect(await reserved()).toBe(before)
  })
})
