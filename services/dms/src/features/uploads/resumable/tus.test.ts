import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { s3OfRun } from '@countersign/test-kit/optional-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, speak, tus, tusBytes } from '../../../testing/resumable.ts'
import { openOnS3 } from '../../../testing/s3-setup.ts'
import {
  binary,
  call,
  initiate,
  type Setup,
  setUp,
  sha256,
  type TestUser,
} from '../../../testing/setup.ts'

let setup: Setup
let user: TestUser
let port: number

const settings = {
  quotaBytes: 64 * 1024 ** 2,
  maxUploadBytes: 48 * 1024 ** 2,
  allowedTypes: ['text/*', 'application/octet-stream', 'application/pdf'],
  senderLeaseSeconds: 4,
}
const onFilesystem = () => setUp(settings)
const onS3 = async () => (await openOnS3(s3OfRun(process.env), settings)).setup
describe('tus 1.0 on the filesystem', () => sessions(onFilesystem))
describe('tus 1.0 on S3', { tags: 's3' }, () => sessions(onS3))

function serve(start: () => Promise<Setup>): void {
  beforeAll(async () => {
    setup = await start()
    user = setup.makeUser()
    await setup.app.listen({ port: 0, host: '127.0.0.1' })
    port = (setup.app.server.address() as AddressInfo).port
  })
  afterAll(() => setup.close())
}

const create = (size: number, more: Record<string, string> = {}, bytes?: Buffer) =>
  speak(
    setup,
    user,
    ['POST', '/api/dms/uploads'],
    { ...(bytes === undefined ? tus : tusBytes), 'upload-length': String(size), ...more },
    bytes,
  )
const look = (url: string, as = user) => speak(setup, as, ['HEAD', url], tus)
const append = (url: string, offset: number, bytes: Buffer, more = {}, as = user) =>
  speak(setup, as, ['PATCH', url], { ...tusBytes, 'upload-offset': String(offset), ...more }, bytes)
const begin = async (size: number, more: Record<string, string> = {}) =>
  String((await create(size, more)).fields['location'])
const checksum = (algorithm: string, bytes: Buffer) => ({
  'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
})
const contentOf = async (versionId: string | undefined) =>
  (await call(setup, user, 'GET', `/api/dms/versions/${String(versionId)}/content`)).bytes

function sessions(start: () => Promise<Setup>): void {
  serve(start)

  it('[DMS-01] [DMS-03] tells anyone what is offered', async () => {
    const { status, fields } = await speak(setup, undefined, ['OPTIONS', '/api/dms/uploads'], {})

    expect(status).toBe(204)
    expect(fields).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination',
      'tus-max-size': String(48 * 1024 ** 2),
      'tus-checksum-algorithm': 'sha1,sha256,sha512',
    })
  })

  it('[DMS-01] [DMS-02] [DMS-03] takes a file in pieces and makes it a version with the last', async () => {
    const bytes = binary(100_000)
    const metadata = metadataOf({
      filename: '报告.bin',
      filetype: 'application/octet-stream',
      title: 'Report',
      relativePath: 'null',
    })
    const begun = await create(bytes.length, { 'upload-metadata': metadata })
    expect(begun).toMatchObject({
      status: 201,
      fields: { 'tus-resumable': '1.0.0', 'upload-offset': '0' },
    })
    const url = String(begun.fields['location'])
    expect(Date.parse(String(begun.fields['upload-expires']))).toBeGreaterThan(Date.now())

    const first = await append(url, 0, bytes.subarray(0, 30_000))
    expect(first).toMatchObject({ status: 204, fields: { 'upload-offset': '30000' } })
    expect((await look(url)).fields).toMatchObject({
      'upload-offset': '30000',
      'upload-length': '100000',
      'upload-metadata': metadata,
      'cache-control': 'no-store',
    })
    const last = await append(url, 30_000, bytes.subarray(30_000))

    expect(last).toMatchObject({ status: 204, fields: { 'upload-offset': '100000' } })
    expect(last.fields['upload-expires']).toBeUndefined()
    expect(sha256(await contentOf(last.fields['version-id']))).toBe(sha256(bytes))
    expect((await look(url)).fields).toMatchObject({
      'upload-offset': '100000',
      'version-id': last.fields['version-id'],
      'document-id': last.fields['document-id'],
    })
    const session = await call(setup, user, 'GET', url)
    expect(session.body).toMatchObject({ status: 'COMPLETED', fileName: '报告.bin' })
  })

  it('[DMS-02] takes the first bytes, or all, with the creation', async () => {
    const bytes = Buffer.from('hello world')

    const part = await create(bytes.length, {}, bytes.subarray(0, 5))
    const whole = await create(bytes.length, checksum('sha512', bytes), bytes)
    const empty = await create(0)

    expect(part).toMatchObject({ status: 201, fields: { 'upload-offset': '5' } })
    expect(whole).toMatchObject({ status: 201, fields: { 'upload-offset': '11' } })
    expect(await contentOf(whole.fields['version-id'])).toEqual(bytes)
    expect(empty).toMatchObject({ status: 201, fields: { 'upload-offset': '0' } })
    expect(await contentOf(empty.fields['version-id'])).toHaveLength(0)
  })

  it('[DMS-04] takes bytes at the offset alone, also at 0', async () => {
    const url = await begin(10)
    await append(url, 0, Buffer.from('hello'))

    const again = await append(url, 0, Buffer.from('HELLO'))
    const ahead = await append(url, 7, Buffer.from('abc'))

    for (const refused of [again, ahead]) {
      expect(refused).toMatchObject({
        status: 409,
        fields: { 'upload-offset': '5', 'tus-resumable': '1.0.0' },
        body: { code: 'dms.offset_mismatch', receivedBytes: 5 },
      })
    }
    expect((await look(url)).fields['upload-offset']).toBe('5')
  })

  it('[DMS-04] lets one of two writers at one offset win', async () => {
    const bytes = binary(4_000_000)
    const url = await begin(bytes.length)

    const replies = await Promise.all(Array.from({ length: 4 }, () => append(url, 0, bytes)))

    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([204, 409, 409, 409])
    const { fields } = await look(url)
    expect(fields['upload-offset']).toBe(String(bytes.length))
    expect(sha256(await contentOf(fields['version-id']))).toBe(sha256(bytes))
  })

  it('[DMS-04] drops bytes of another checksum, and counts none before all are verified', async () => {
    const bytes = binary(20_000_000)
    const url = await begin(bytes.length)
    await append(url, 0, bytes.subarray(0, 1000), checksum('sha1', bytes.subarray(0, 1000)))

    const wrong = checksum('sha256', Buffer.from('other'))
    const refused = await append(url, 1000, bytes.subarray(1000), wrong)

    expect(refused).toMatchObject({ status: 460, body: { code: 'dms.content_mismatch' } })
    expect((await look(url)).fields['upload-offset']).toBe('1000')
    const unknown = await append(url, 1000, bytes.subarray(1000), { 'upload-checksum': 'md5 AA==' })
    expect(unknown).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/headers/upload-checksum' }] },
    })
    const rest = bytes.subarray(1000)
    const last = await append(url, 1000, rest, checksum('sha256', rest))
    expect(sha256(await contentOf(last.fields['version-id']))).toBe(sha256(bytes))
  })

  it('[DMS-04] counts nothing of verified bytes that break off', async () => {
    const bytes = binary(20_000_000)
    const url = await begin(bytes.length)
    await breakOff(url, bytes, 0, 18_000_000, checksum('sha256', bytes))

    expect((await look(url)).fields['upload-offset']).toBe('0')
    expect(await append(url, 0, bytes)).toMatchObject({ status: 204 })
  })

  it('[DMS-04] keeps what came before the sender went', async () => {
    const bytes = binary(1_000_000)
    const url = await begin(bytes.length)
    await breakOff(url, bytes, 0, 400_000)

    const offset = Number((await look(url)).fields['upload-offset'])

    expect(offset).toBeGreaterThan(0)
    const last = await append(url, offset, bytes.subarray(offset))
    expect(sha256(await contentOf(last.fields['version-id']))).toBe(sha256(bytes))
  })

  it('[DMS-04] takes the session from a sender that is silent, when its owner asks where it stands', async () => {
    const bytes = binary(1_000_000)
    const url = await begin(bytes.length)
    const silent = startSending(url, bytes, 0)
    silent.outgoing.write(bytes.subarray(0, 300_000))
    await expect.poll(() => isSending(url)).toBe(true)

    const { status, fields } = await look(url)

    expect(status).toBe(200)
    const offset = Number(fields['upload-offset'])
    // The silent one is refused when it next shows life; until then the storage may have its file.
    expect(await silent.status).toBe(409)
    const last = await append(url, offset, bytes.subarray(offset))
    expect(sha256(await contentOf(last.fields['version-id']))).toBe(sha256(bytes))
  })

  it('[DMS-05] makes the version when the answer to the last bytes was lost, and once', async () => {
    const bytes = Buffer.from('all is here')
    const id = await initiate(setup, user, bytes.length)
    await setup.app.inject({
      method: 'POST',
      url: `/api/dms/uploads/${id}/content`,
      headers: { ...user.headers, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
    const url = `/api/dms/uploads/${id}`

    const looks = await Promise.all(Array.from({ length: 5 }, () => look(url)))

    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(looks.map(({ fields }) => fields['version-id'])).size).toBe(1)
    expect(await contentOf(looks[0]?.fields['version-id'])).toEqual(bytes)
  })

  it('[DMS-04] ends when it is given up, and when it has waited too long', async () => {
    const [given, late] = [await begin(5), await begin(5)]
    const gone = await speak(setup, user, ['DELETE', given], tus)
    expect(gone).toMatchObject({ status: 204, fields: { 'tus-resumable': '1.0.0' } })

    expect((await look(given)).status).toBe(404)
    expect((await append(given, 0, Buffer.from('hello'))).status).toBe(409)
    setup.advance(3_700_000)
    expect((await look(late)).status).toBe(410)
    expect((await append(late, 0, Buffer.from('hello'))).body['code']).toBe('dms.upload_expired')
  })
}

describe('tus 1.0 refuses like everything else', () => {
  serve(onFilesystem)

  it('[DMS-11] what is somebody else’s, of the same tenant and of another, as not there', async () => {
    const url = await begin(5)
    const others = [setup.makeUser(), setup.makeUser({ tenantId: crypto.randomUUID() })]

    for (const other of others) {
      expect((await look(url, other)).status).toBe(404)
      expect((await append(url, 0, Buffer.from('hello'), {}, other)).body['code']).toBe(
        'dms.not_found',
      )
      expect((await speak(setup, other, ['DELETE', url], tus)).status).toBe(404)
    }
    expect((await look(url)).fields['upload-offset']).toBe('0')
  })

  it('[DMS-11] a document or folder that the caller may not see, as not there', async () => {
    const other = setup.makeUser()
    const folder = await call(setup, other, 'POST', '/api/dms/folders', { name: 'Theirs' })
    const folderId = String(folder.body['id'])
    await call(setup, other, 'PUT', `/api/dms/folders/${folderId}/acl`, {
      inherit: false,
      entries: [],
    })

    const metadata = metadataOf({ filename: 'a.txt', folderId })
    const refused = await create(5, { 'upload-metadata': metadata })

    expect(refused).toMatchObject({ status: 404, body: { code: 'dms.not_found' } })
  })

  it('[DMS-11] a caller without token or permission', async () => {
    const reader = setup.makeUser({ permissions: ['dms:document:read'] })
    const to = ['POST', '/api/dms/uploads'] as const
    const fields = { ...tus, 'upload-length': '5' }

    const [nobody, unable] = [
      await speak(setup, undefined, to, fields),
      await speak(setup, reader, to, fields),
    ]

    expect(nobody).toMatchObject({ status: 401, fields: { 'tus-resumable': '1.0.0' } })
    expect(unable).toMatchObject({ status: 403, body: { code: 'auth.insufficient_scope' } })
  })

  it('[DMS-02] what is too large, of a type that is not taken, or beyond the quota', async () => {
    const zip = metadataOf({ filename: 'a.zip', filetype: 'application/zip' })
    const huge = await create(49 * 1024 ** 2)
    const typed = await create(5, { 'upload-metadata': zip })
    const first = await create(40 * 1024 ** 2)
    const second = await create(40 * 1024 ** 2)

    expect(huge).toMatchObject({ status: 413, body: { code: 'dms.too_large' } })
    expect(typed).toMatchObject({ status: 422, body: { code: 'dms.type_not_allowed' } })
    expect(second).toMatchObject({ status: 507, body: { code: 'dms.quota_exceeded' } })
    await speak(setup, user, ['DELETE', String(first.fields['location'])], tus)
  })

  it('[DMS-02] bytes that are not what was declared, with the last of them', async () => {
    const metadata = metadataOf({ filename: 'a.txt', sha256: sha256(Buffer.from('other')) })
    const url = await begin(5, { 'upload-metadata': metadata })

    expect(await append(url, 0, Buffer.from('hello'))).toMatchObject({
      status: 422,
      body: { code: 'dms.checksum_mismatch' },
    })
    expect((await look(url)).status).toBe(422)
  })

  it('[DMS-02] more bytes than were announced', async () => {
    const url = await begin(5)

    expect((await append(url, 0, Buffer.from('hello world'))).body['code']).toBe('dms.too_large')
    expect((await look(url)).fields['upload-offset']).toBe('0')
  })

  it.each([
    ['another version', 412, { 'tus-resumable': '0.2.2' }, 'dms.tus_version'],
    ['no length', 400, { 'upload-length': '' }, 'dms.invalid_request'],
    ['a length below zero', 400, { 'upload-length': '-5' }, 'dms.invalid_request'],
    [
      'metadata that is no base64',
      400,
      { 'upload-metadata': 'filename a.txt' },
      'dms.invalid_request',
    ],
    ['a name with a NUL', 400, { 'upload-metadata': 'filename AA==' }, 'dms.invalid_request'],
    ['a folder that is no id', 400, { 'upload-metadata': 'folderId YQ==' }, 'dms.invalid_request'],
    [
      'metadata without end',
      400,
      { 'upload-metadata': `a ${'QUFB'.repeat(2100)}` },
      'dms.invalid_request',
    ],
    [
      'metadata of letters that take two bytes',
      400,
      { 'upload-metadata': '\xe9'.repeat(5000) },
      'dms.invalid_request',
    ],
    ['a part of a concatenation', 400, { 'upload-concat': 'partial' }, 'dms.invalid_request'],
    ['a length that comes later', 400, { 'upload-defer-length': '1' }, 'dms.invalid_request'],
  ])('[DMS-02] a creation with %s', async (_what, status, fields, code) => {
    expect(await create(5, fields as Record<string, string>)).toMatchObject({
      status,
      body: { code },
    })
  })

  it('[DMS-02] bytes without an offset, or under another media type', async () => {
    const url = await begin(5)
    const to = ['PATCH', url] as const

    const unplaced = await speak(setup, user, to, tusBytes, Buffer.from('hello'))
    const typed = { ...tus, 'content-type': 'application/json', 'upload-offset': '0' }
    const other = await speak(setup, user, to, typed, Buffer.from('hello'))

    expect(unplaced).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/headers/upload-offset', code: 'required' }] },
    })
    expect(other).toMatchObject({ status: 415, body: { code: 'dms.unsupported_media_type' } })
  })
})

const isSending = async (url: string) =>
  (await call(setup, user, 'GET', url)).body['status'] === 'RECEIVING'

function startSending(url: string, bytes: Buffer, offset: number, more = {}) {
  const headers = {
    ...user.headers,
    ...tusBytes,
    'upload-offset': offset,
    'content-length': bytes.length - offset,
    ...more,
  }
  const outgoing = request({ port, method: 'PATCH', path: url, headers })
  outgoing.on('error', () => undefined)
  const status = new Promise<number>((resolve) => {
    outgoing.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  return { outgoing, status }
}

/** Sends `count` bytes of what was announced, and leaves. */
async function breakOff(url: string, bytes: Buffer, offset: number, count: number, more = {}) {
  const { outgoing } = startSending(url, bytes, offset, more)
  await new Promise<void>((resolve) => {
    outgoing.write(bytes.subarray(offset, offset + count), () => resolve())
  })
  await expect.poll(() => isSending(url)).toBe(true)
  outgoing.destroy()
}
