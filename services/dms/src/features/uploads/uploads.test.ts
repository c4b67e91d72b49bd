import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  initiate,
  sendBytes,
  type Setup,
  setUp,
  sha256,
  type TestUser,
  upload,
} from '../../testing/setup.ts'
import { receiveNothing } from './completing/complete.ts'
import { reap } from '../../testing/reap.ts'

let setup: Setup
let user: TestUser

beforeAll(async () => {
  setup = await setUp({ quotaBytes: 64 * 1024 * 1024, maxUploadBytes: 48 * 1024 * 1024 })
  user = setup.makeUser()
})
afterAll(() => setup.close())

const complete = (id: string, body: object = {}) =>
  call(setup, user, 'POST', `/api/dms/uploads/${id}/complete`, body)
const session = async (id: string) =>
  (await call(setup, user, 'GET', `/api/dms/uploads/${id}`)).body
const filesIn = async (folder: string) =>
  (
    await readdir(join(setup.root, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
  ).filter((entry) => entry.isFile()).length

describe('uploads', () => {
  it('[DMS-01] [DMS-02] [DMS-03] take a file in three steps and give back its bytes', async () => {
    const bytes = randomBytes(9_000_000)
    const id = await initiate(setup, user, bytes.length, { sha256: sha256(bytes), title: 'Nine' })

    const content = await sendBytes(setup, user, id, bytes)
    expect(content.json()).toEqual({ receivedBytes: bytes.length, sha256: sha256(bytes) })
    expect(await session(id)).toMatchObject({ status: 'RECEIVED', receivedBytes: bytes.length })
    const done = await complete(id, { sha256: sha256(bytes) })

    expect(done).toMatchObject({
      status: 200,
      body: { versionNo: 1, sha256: sha256(bytes), sizeBytes: bytes.length },
    })
    const { versionId } = done.body
    const download = await call(
      setup,
      user,
      'GET',
      `/api/dms/versions/${String(versionId)}/content`,
    )
    expect(sha256(download.bytes)).toBe(sha256(bytes))
  })

  it('[DMS-04] is refused out of order, and tells where it stands', async () => {
    const id = await initiate(setup, user, 5)

    expect(await complete(id)).toMatchObject({
      status: 409,
      body: { code: 'dms.upload_out_of_order' },
    })
    await sendBytes(setup, user, id, Buffer.from('hel'))
    expect(await complete(id)).toMatchObject({ status: 422, body: { code: 'dms.size_mismatch' } })
    expect(await session(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 3 })
    const rest = await sendBytes(setup, user, id, Buffer.from('lo'), { 'upload-offset': '3' })
    expect(rest.json()).toEqual({ receivedBytes: 5 })
    expect((await complete(id)).body['sha256']).toBe(sha256(Buffer.from('hello')))
    const late = await sendBytes(setup, user, id, Buffer.from('hello'))
    expect([late.statusCode, late.json().code]).toEqual([409, 'dms.upload_out_of_order'])
    const listed = await call(setup, user, 'GET', '/api/dms/uploads?status=COMPLETED&limit=1')
    expect(listed.body['items']).toMatchObject([{ id, status: 'COMPLETED' }])
  })

  it('[DMS-04] names the right offset when another is sent', async () => {
    const id = await initiate(setup, user, 5)
    await sendBytes(setup, user, id, Buffer.from('hel'))

    const reply = await sendBytes(setup, user, id, Buffer.from('o'), { 'upload-offset': '4' })

    expect(reply.json()).toMatchObject({ code: 'dms.offset_mismatch', receivedBytes: 3 })
  })

  it('[DMS-02] starts over without an offset', async () => {
    const id = await initiate(setup, user, 5)
    await sendBytes(setup, user, id, Buffer.from('xxx'))

    await sendBytes(setup, user, id, Buffer.from('hello'))

    expect((await complete(id)).body['sha256']).toBe(sha256(Buffer.from('hello')))
  })

  it('[DMS-02] takes a plain browser form', async () => {
    const id = await initiate(setup, user, 5)
    const form = [
      '--b',
      'content-disposition: form-data; name="file"; filename="a.txt"',
      'content-type: text/plain',
      '',
      'hello',
      '--b--',
      '',
    ].join('\r\n')

    const reply = await sendBytes(setup, user, id, Buffer.from(form), {
      'content-type': 'multipart/form-data; boundary=b',
    })

    expect(reply.json()).toEqual({ receivedBytes: 5, sha256: sha256(Buffer.from('hello')) })
  })

  it('[DMS-02] takes a form that has one file and is whole, and drops any other', async () => {
    const id = await initiate(setup, user, 5)
    const part = (name: string) => [
      '--b',
      `Content-Disposition: form-data; name="${name}"; filename="a.txt"`,
      '',
      'hello',
    ]
    const send = (lines: string[]) =>
      sendBytes(setup, user, id, Buffer.from(lines.join('\r\n')), {
        'content-type': 'multipart/form-data; boundary=b',
      })

    for (const lines of [
      [...part('one'), ...part('two'), '--b--', ''],
      [...part('one'), ...part('two'), ...part('three'), '--b--', ''],
      [...part('one'), '--b'],
    ]) {
      const reply = await send(lines)
      expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'dms.invalid_request' }])
      const left = await call(setup, user, 'GET', `/api/dms/uploads/${id}`)
      expect(left.body['receivedBytes']).toBe(0)
    }
    const note = ['--b', 'Content-Disposition: form-data; name="note"', '', 'after the file']
    expect((await send([...part('one'), ...note, '--b--', ''])).statusCode).toBe(200)
    expect((await complete(id)).status).toBe(200)
  })

  it('[DMS-02] refuses what calls itself a form and names no boundary', async () => {
    const id = await initiate(setup, user, 5)

    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
      const reply = await sendBytes(setup, user, id, Buffer.from('hello'), { 'content-type': type })

      expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'dms.invalid_request' }])
    }
  })

  it('[DMS-02] takes a JSON file as bytes, not as a body', async () => {
    const bytes = Buffer.from('{ "not": "parsed" ')
    const id = await initiate(setup, user, bytes.length)

    const reply = await sendBytes(setup, user, id, bytes, { 'content-type': 'application/json' })

    expect(reply.json()).toEqual({ receivedBytes: bytes.length, sha256: sha256(bytes) })
  })

  it('takes an empty file', async () => {
    const id = await initiate(setup, user, 0)
    await sendBytes(setup, user, id, Buffer.alloc(0))

    expect((await complete(id)).body).toMatchObject({ sizeBytes: 0 })
  })

  it('[DMS-04] [DMS-05] makes one version of an empty file that nobody sent, also for eight at once', async () => {
    const id = await initiate(setup, user, 0)

    const replies = await Promise.all(Array.from({ length: 8 }, () => complete(id)))

    expect(replies[0]?.body).toMatchObject({ sizeBytes: 0, sha256: sha256(Buffer.alloc(0)) })
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('[DMS-05] has nothing to say against what another request made of an empty file since it was looked at', async () => {
    const id = await initiate(setup, user, 0)
    await complete(id)

    await expect(
      receiveNothing(
        setup.deps,
        { tenantId: setup.tenantId, subject: user.id, permissions: [] },
        id,
      ),
    ).resolves.toBeUndefined()
  })

  it('refuses more bytes than announced, and falls back to the last good offset', async () => {
    const id = await initiate(setup, user, 5)
    await sendBytes(setup, user, id, Buffer.from('he'))
    const endless = new PassThrough()
    endless.end(Buffer.from('llo and more'))

    const declared = await sendBytes(setup, user, id, Buffer.from('llo!'), { 'upload-offset': '2' })
    const chunked = await setup.app.inject({
      method: 'POST',
      url: `/api/dms/uploads/${id}/content`,
      headers: {
        ...user.headers,
        'content-type': 'application/octet-stream',
        'upload-offset': '2',
      },
      payload: endless,
    })

    expect([declared.statusCode, declared.json().code]).toEqual([413, 'dms.too_large'])
    expect([chunked.statusCode, chunked.json().code]).toEqual([413, 'dms.too_large'])
    expect(await session(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 2 })
    await sendBytes(setup, user, id, Buffer.from('llo'), { 'upload-offset': '2' })
    expect((await complete(id)).body['sha256']).toBe(sha256(Buffer.from('hello')))
  })

  it('[DMS-03] refuses bytes with another hash than announced', async () => {
    const id = await initiate(setup, user, 5, { sha256: sha256(Buffer.from('other')) })
    await sendBytes(setup, user, id, Buffer.from('hello'))

    expect(await complete(id)).toMatchObject({
      status: 422,
      body: { code: 'dms.checksum_mismatch' },
    })
    expect(await session(id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'checksum_mismatch',
    })
    expect((await complete(id)).status).toBe(422)
  })

  it('[DMS-03] can be completed with the right hash after a wrong one', async () => {
    const id = await initiate(setup, user, 5)
    await sendBytes(setup, user, id, Buffer.from('hello'))

    expect((await complete(id, { sha256: 'f'.repeat(64) })).status).toBe(422)
    expect((await complete(id, { sha256: sha256(Buffer.from('hello')) })).status).toBe(200)
  })

  it('[DMS-03] gives one version when twenty complete at once, and the same later', async () => {
    const id = await initiate(setup, user, 5)
    await sendBytes(setup, user, id, Buffer.from('hello'))

    const replies = await Promise.all(Array.from({ length: 20 }, () => complete(id)))

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body['versionId'])).size).toBe(1)
    expect((await complete(id)).body).toEqual(replies[0]?.body)
  })

  it('gives twenty new versions at once twenty numbers', async () => {
    const { documentId } = await upload(setup, user)

    const versions = await Promise.all(
      Array.from({ length: 20 }, () => upload(setup, user, Buffer.from('next'), { documentId })),
    )

    const numbers = versions.map(({ versionNo }) => versionNo).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 2))
  })

  it('lets one sender in at a time', async () => {
    const id = await initiate(setup, user, 10)
    const slow = new PassThrough()
    slow.write(Buffer.from('hello'))
    const first = setup.app.inject({
      method: 'POST',
      url: `/api/dms/uploads/${id}/content`,
      headers: { ...user.headers, 'content-type': 'application/octet-stream' },
      payload: slow,
    })
    await expect.poll(async () => (await session(id))['status']).toBe('RECEIVING')

    const second = await sendBytes(setup, user, id, Buffer.from('0123456789'))
    expect([second.statusCode, second.json().code]).toEqual([409, 'dms.upload_busy'])
    slow.end(Buffer.from('world'))

    expect((await first).json()).toMatchObject({ receivedBytes: 10 })
  })

  it('cuts off a sender that falls silent, and keeps what it sent', async () => {
    const id = await initiate(setup, user, 10)
    const silent = new PassThrough()
    silent.write(Buffer.from('hello'))

    const reply = await setup.app.inject({
      method: 'POST',
      url: `/api/dms/uploads/${id}/content`,
      headers: { ...user.headers, 'content-type': 'application/octet-stream' },
      payload: silent,
    })

    expect([reply.statusCode, reply.json().code]).toEqual([408, 'dms.upload_too_slow'])
    expect(await session(id)).toMatchObject({ status: 'RECEIVING', receivedBytes: 5 })
  })

  it('never lets parallel uploads exceed the quota', async () => {
    const other = setup.makeUser({ tenantId: crypto.randomUUID() })
    const body = { fileName: 'big.bin', sizeBytes: 10 * 1024 * 1024 }

    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        call(setup, other, 'POST', '/api/dms/uploads/initiate', body),
      ),
    )

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(replies.find(({ status }) => status === 507)?.body).toMatchObject({
      code: 'dms.quota_exceeded',
    })
  })

  it('answers a repeated initiate with the same key alike', async () => {
    const body = { fileName: 'a.txt', sizeBytes: 1 }
    const send = () =>
      call(setup, user, 'POST', '/api/dms/uploads/initiate', body, { 'idempotency-key': 'k1' })

    const [first, second] = [await send(), await send()]

    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it.each([
    [{ fileName: 'a', sizeBytes: '5' }, '/sizeBytes'],
    [{ fileName: 'a', sizeBytes: -1 }, '/sizeBytes'],
    [{ fileName: '', sizeBytes: 1 }, '/fileName'],
    [{ fileName: 'a', sizeBytes: 1, sha256: 'xyz' }, '/sha256'],
    [{ fileName: 'a', sizeBytes: 1, contentType: 'nonsense' }, '/contentType'],
    [{ fileName: 'a', sizeBytes: 1, tenantId: 'x' }, '/tenantId'],
  ])('refuses %j at %s', async (body, pointer) => {
    const reply = await call(setup, user, 'POST', '/api/dms/uploads/initiate', body)

    expect(reply).toMatchObject({ status: 400, body: { code: 'dms.invalid_request' } })
    expect((reply.body['errors'] as { pointer: string }[])[0]?.pointer).toBe(pointer)
  })

  it('refuses what is larger than a file may be', async () => {
    const body = { fileName: 'a', sizeBytes: 49 * 1024 * 1024 }
    expect(await call(setup, user, 'POST', '/api/dms/uploads/initiate', body)).toMatchObject({
      status: 413,
      body: { code: 'dms.too_large' },
    })
  })

  it('removes what an abandoned upload left, gives its quota back, and touches nothing else', async () => {
    const reapAll = async () => {
      setup.advance(2 * 3_600_000)
      for (let round = 0; (await reap(setup.deps)) > 0; round++) expect(round).toBeLessThan(20)
    }
    await reapAll()
    await reapAll()
    const kept = await upload(setup, user, Buffer.from('kept'))
    const aborted = await initiate(setup, user, 1000)
    await sendBytes(setup, user, aborted, randomBytes(500))
    const forgotten = await initiate(setup, user, 1000)
    await sendBytes(setup, user, forgotten, randomBytes(1000))
    const before = await filesIn('objects')

    const abort = () => call(setup, user, 'DELETE', `/api/dms/uploads/${aborted}`)
    expect([(await abort()).status, (await abort()).status]).toEqual([204, 204])
    await reapAll()

    expect(await session(aborted)).toMatchObject({ status: 'ABORTED' })
    expect(await session(forgotten)).toMatchObject({ status: 'EXPIRED' })
    expect((await complete(forgotten)).status).toBe(410)
    await reapAll()
    expect(await filesIn('incoming')).toBe(0)
    expect(await filesIn('objects')).toBe(before)
    const usage = await setup.db
      .selectFrom('tenant_usage')
      .select('reserved_bytes')
      .where('tenant_id', '=', setup.tenantId)
      .executeTakeFirst()
    expect(usage?.reserved_bytes).toBe(0)
    const url = `/api/dms/versions/${kept.versionId}/content`
    expect((await call(setup, user, 'GET', url)).bytes.toString()).toBe('kept')
  })
})
