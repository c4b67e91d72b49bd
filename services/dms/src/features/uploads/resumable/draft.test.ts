import { createHash, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { s3OfRun } from '@countersign/test-kit/optional-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speak } from '../../../testing/resumable.ts'
import { openOnS3 } from '../../../testing/s3-setup.ts'
import { call, type Setup, setUp, sha256, type TestUser } from '../../../testing/setup.ts'

let setup: Setup
let user: TestUser
let port: number

const settings = { maxUploadBytes: 48 * 1024 ** 2, allowedTypes: ['text/*', 'image/png'] }
const onFilesystem = () => setUp(settings)
const onS3 = async () => (await openOnS3(s3OfRun(process.env), settings)).setup
describe('the IETF draft of resumable uploads, on the filesystem', () => sessions(onFilesystem))
describe('the IETF draft of resumable uploads, on S3', { tags: 's3' }, () => sessions(onS3))
describe('104 Upload Resumption Supported, on the filesystem', () => informing(onFilesystem))
describe('104 Upload Resumption Supported, on S3', { tags: 's3' }, () => informing(onS3))

function serve(start: () => Promise<Setup>): void {
  beforeAll(async () => {
    setup = await start()
    user = setup.makeUser()
    await setup.app.listen({ port: 0, host: '127.0.0.1' })
    port = (setup.app.server.address() as AddressInfo).port
  })
  afterAll(() => setup.close())
}

const text = { 'content-type': 'text/plain' }
const create = (fields: Record<string, string>, bytes?: Buffer, query = '') =>
  speak(setup, user, ['POST', `/api/dms/uploads${query}`], { ...text, ...fields }, bytes)
const look = (url: string) => speak(setup, user, ['HEAD', url], {})
const append = (url: string, offset: number, isLast: boolean, bytes?: Buffer, more = {}) =>
  speak(
    setup,
    user,
    ['PATCH', url],
    {
      'content-type': 'application/partial-upload',
      'upload-offset': String(offset),
      'upload-complete': isLast ? '?1' : '?0',
      ...more,
    },
    bytes,
  )
const begin = async (size: number) => {
  const fields = { 'upload-complete': '?0', 'upload-length': String(size) }
  return String((await create(fields)).fields['location'])
}
const digestOf = (bytes: Buffer) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
const contentOf = async (versionId: string | undefined) =>
  (await call(setup, user, 'GET', `/api/dms/versions/${String(versionId)}/content`)).bytes

function sessions(start: () => Promise<Setup>): void {
  serve(start)

  it('[DMS-01] [DMS-02] [DMS-03] takes a whole file with its creation', async () => {
    const bytes = Buffer.from('hello world')
    const disposition = `inline; filename="a.txt"; filename*=UTF-8''%E6%8A%A5%E5%91%8A.txt`

    const { status, fields, body } = await create(
      {
        'upload-complete': '?1',
        'content-disposition': disposition,
        'repr-digest': digestOf(bytes),
      },
      bytes,
      '?title=Report',
    )

    expect(status).toBe(200)
    expect(fields).toMatchObject({ 'upload-complete': '?1', 'upload-offset': '11' })
    expect(body).toMatchObject({ versionNo: 1, sha256: sha256(bytes), sizeBytes: 11 })
    const { body: document } = await call(
      setup,
      user,
      'GET',
      `/api/dms/documents/${String(body['documentId'])}`,
    )
    expect(document).toMatchObject({ title: 'Report' })
    expect(await contentOf(fields['version-id'])).toEqual(bytes)
  })

  it('[DMS-02] [DMS-04] takes a file in pieces, and is complete when the client says so', async () => {
    const url = await begin(11)
    expect((await look(url)).fields).toMatchObject({
      'upload-complete': '?0',
      'upload-offset': '0',
      'upload-length': '11',
      'upload-limit': expect.stringMatching(/^max-size=50331648, max-age=3[56]\d\d$/),
      'cache-control': 'no-store',
    })

    const first = await append(url, 0, false, Buffer.from('hello '))
    const second = await append(url, 6, false, Buffer.from('world'))

    expect(first).toMatchObject({ status: 204, fields: { 'upload-complete': '?0' } })
    expect(second).toMatchObject({
      status: 204,
      fields: { 'upload-complete': '?0', 'upload-offset': '11' },
    })
    expect((await look(url)).fields).toMatchObject({
      'upload-complete': '?0',
      'upload-offset': '11',
    })
    const last = await append(url, 11, true)
    expect(last).toMatchObject({ status: 200, fields: { 'upload-complete': '?1' } })
    expect(await contentOf(last.fields['version-id'])).toEqual(Buffer.from('hello world'))
    expect(await look(url)).toMatchObject({
      status: 204,
      fields: { 'upload-complete': '?1', 'version-id': last.fields['version-id'] },
    })
    expect((await append(url, 11, true)).status).toBe(409)
  })

  it('[DMS-04] names the right offset when another is sent', async () => {
    const url = await begin(11)
    await append(url, 0, false, Buffer.from('hello '))

    expect(await append(url, 0, false, Buffer.from('HELLO '))).toMatchObject({
      status: 409,
      fields: { 'upload-offset': '6' },
      body: { code: 'dms.offset_mismatch' },
    })
  })

  it('[DMS-02] is refused when lengths do not agree', async () => {
    const url = await begin(11)
    const bytes = Buffer.from('hello')

    const lengths = { 'upload-complete': '?1', 'upload-length': '11' }
    expect((await create(lengths, bytes)).body['code']).toBe('dms.size_mismatch')
    expect((await append(url, 0, true, bytes)).body['code']).toBe('dms.size_mismatch')
    const other = await append(url, 0, false, bytes, { 'upload-length': '12' })
    expect(other.body['code']).toBe('dms.size_mismatch')
    expect((await look(url)).fields['upload-offset']).toBe('0')
  })

  it('[DMS-02] says so when it refuses what was wholly sent, and when the limit is passed', async () => {
    const png = randomBytes(100)
    const url = await begin(5)
    const digest = { 'content-digest': digestOf(Buffer.from('other')) }

    const refused = await create(
      { 'upload-complete': '?1', 'repr-digest': digestOf(Buffer.from('other')) },
      png,
    )
    const altered = await append(url, 0, true, Buffer.from('hello'), digest)
    const huge = await create({ 'upload-complete': '?0', 'upload-length': '50331649' })

    expect(refused).toMatchObject({
      status: 422,
      fields: { 'upload-complete': '?1' },
      body: { code: 'dms.checksum_mismatch' },
    })
    expect(altered).toMatchObject({ status: 460, body: { code: 'dms.content_mismatch' } })
    expect((await look(url)).fields['upload-offset']).toBe('0')
    expect(huge).toMatchObject({ status: 413, fields: { 'upload-limit': 'max-size=50331648' } })
  })

  it.each([
    ['no length', { 'upload-complete': '?0' }, '/headers/upload-length'],
    [
      'a length that is none',
      { 'upload-complete': '?0', 'upload-length': '1e3' },
      '/headers/upload-length',
    ],
    ['a completeness that is none', { 'upload-complete': 'true' }, '/headers/upload-complete'],
    [
      'a digest that is none',
      { 'upload-complete': '?1', 'repr-digest': 'sha-256=:abc:' },
      '/headers/repr-digest',
    ],
    [
      'a disposition that is none',
      { 'upload-complete': '?1', 'content-disposition': ';;;=' },
      '/headers/content-disposition',
    ],
  ])('[DMS-02] refuses a creation with %s', async (_what, fields, pointer) => {
    expect(await create(fields as Record<string, string>)).toMatchObject({
      status: 400,
      body: { code: 'dms.invalid_request', errors: [{ pointer }] },
    })
  })

  it('[DMS-11] shows nothing to others', async () => {
    const url = await begin(5)
    for (const other of [setup.makeUser(), setup.makeUser({ tenantId: crypto.randomUUID() })]) {
      expect((await speak(setup, other, ['HEAD', url], {})).status).toBe(404)
    }
    expect((await speak(setup, undefined, ['HEAD', url], {})).status).toBe(401)
  })
}

function informing(start: () => Promise<Setup>): void {
  serve(start)

  /** What comes before the answer, and the answer's status. */
  function listen(
    [method, path]: readonly [string, string],
    fields: Record<string, string | number>,
    bytes: Buffer,
  ) {
    return new Promise<{ status: number; early: IncomingHttpHeaders[] }>((resolve, reject) => {
      const early: IncomingHttpHeaders[] = []
      const outgoing = request({
        port,
        method,
        path,
        headers: { ...user.headers, 'content-length': bytes.length, ...fields },
      })
      outgoing.on('information', ({ statusCode, headers }) => {
        if (statusCode === 104) early.push(headers)
      })
      outgoing.on('error', reject)
      outgoing.on('response', (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, early })
      })
      outgoing.end(bytes)
    })
  }

  const bytes = Buffer.alloc(20_000_000, 'a')
  const whole = { ...text, 'upload-complete': '?1' }
  const to = ['POST', '/api/dms/uploads'] as const

  it('[DMS-04] tells where to go on, and what is durable, while bytes come', async () => {
    const asked = { ...whole, 'upload-draft-interop-version': '8' }
    const { status, early } = await listen(to, asked, bytes)

    expect(status).toBe(200)
    expect(early[0]).toMatchObject({
      'upload-draft-interop-version': '8',
      'upload-limit': expect.stringContaining('max-size='),
    })
    const location = early[0]?.location
    expect((await look(String(location))).fields['upload-complete']).toBe('?1')
    const offsets = early.slice(1).map((headers) => Number(headers['upload-offset']))
    expect(offsets.length).toBeGreaterThan(0)
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
    expect(early.every((headers) => headers.location === location)).toBe(true)
  })

  it('[DMS-04] names no address in what an append is told', async () => {
    const url = await begin(bytes.length)
    const fields = {
      'content-type': 'application/partial-upload',
      'upload-draft-interop-version': '8',
      'upload-offset': '0',
      'upload-complete': '?1',
    }
    const { early } = await listen(['PATCH', url], fields, bytes)

    expect(early.length).toBeGreaterThan(0)
    expect(early.every(({ location }) => location === undefined)).toBe(true)
  })

  it('[DMS-04] is for clients of this iteration alone', async () => {
    const other = { ...whole, 'upload-draft-interop-version': '6' }

    expect((await listen(to, whole, bytes)).early).toEqual([])
    expect((await listen(to, other, bytes)).early).toEqual([])
  })
}
