import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Setup, setUp, sha256, type TestUser, upload } from '../testing/setup.ts'

const BYTES = randomBytes(1000)
const ETAG = `"${sha256(BYTES)}"`

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

/** A way on which the bytes of a version leave. */
type Way = (headers?: Record<string, string>, method?: 'GET' | 'HEAD') => ReturnType<typeof call>

/** Every way on which the bytes of a version leave as they are. */
async function makeWays(bytes = BYTES, more: object = {}): Promise<Record<string, Way>> {
  const { documentId, versionId } = await upload(setup, owner, bytes, { ...more })
  const document = `/api/dms/documents/${documentId}`
  const version = `/api/dms/versions/${versionId}`
  const entries = [{ principal: { kind: 'public' }, allow: ['download'] }]
  await call(setup, owner, 'PUT', `${document}/acl`, { inherit: true, entries })
  const address = await call(setup, owner, 'POST', `${version}/address`, { purpose: 'download' })
  const terms = { allowDownload: true, allowPreview: false }
  const share = await call(setup, owner, 'POST', `${document}/shares`, terms)
  const way =
    (user: TestUser | undefined, path: string): Way =>
    (headers = {}, method = 'GET') =>
      call(setup, user, method, path, undefined, headers)
  return {
    version: way(owner, `${version}/content`),
    address: way(undefined, new URL(String(address.body['url'])).pathname),
    share: way(undefined, `/api/dms/shares/${String(share.body['token'])}/content`),
    public: way(undefined, `/api/dms/public/documents/${documentId}/content`),
  }
}

let ways: Record<string, Way>

beforeAll(async () => {
  ways = await makeWays()
})

const through = (name: string): Way => {
  const way = ways[name]
  if (way === undefined) throw new Error(`no way ${name}`)
  return way
}

describe.each([['version'], ['address'], ['share'], ['public']])('content of a %s', (name) => {
  const send: Way = (headers, method) => through(name)(headers, method)

  it('[DMS-16] has a HEAD that says what a GET would, whatever part it names', async () => {
    const whole = await send()
    for (const headers of [{}, { range: 'bytes=1-2' }, { range: 'bytes=5000-' }]) {
      const head = await send(headers, 'HEAD')
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      for (const member of ['etag', 'content-length', 'content-type', 'content-disposition']) {
        expect([member, head.headers[member]]).toEqual([member, whole.headers[member]])
      }
      expect(head.headers['content-range']).toBeUndefined()
    }
    expect((await send({ 'if-none-match': ETAG }, 'HEAD')).status).toBe(304)
    expect((await send({ 'if-match': '"old"' }, 'HEAD')).status).toBe(412)
  })

  it.each([
    // The file as it is: a strong tag alone says so.
    [{ 'if-range': ETAG }, 206],
    [{ 'if-range': `W/${ETAG}` }, 200],
    [{ 'if-range': '"old"' }, 200],
    [{ 'if-range': `"old", ${ETAG}` }, 200],
    [{ 'if-range': new Date().toUTCString() }, 200],
    [{ 'if-range': '*' }, 200],
    // The precondition first, then the range (RFC 9110 13.2.2).
    [{ 'if-none-match': ETAG }, 304],
    [{ 'if-none-match': `"old", W/${ETAG}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"old"' }, 206],
    [{ 'if-match': '*' }, 206],
    [{ 'if-match': `W/${ETAG}` }, 412],
    [{ 'if-match': '"old"', 'if-none-match': ETAG }, 412],
    [{ 'if-modified-since': new Date().toUTCString() }, 206],
    [{ 'if-unmodified-since': new Date(0).toUTCString() }, 206],
  ])('[DMS-16] is asked for in part with %j: %i', async (headers, status) => {
    const reply = await send({ range: 'bytes=10-19', ...headers })

    expect(reply.status).toBe(status)
    if (status === 206) expect(reply.bytes).toEqual(BYTES.subarray(10, 20))
    if (status === 200) expect(reply.bytes).toEqual(BYTES)
    expect(reply.headers['content-range']).toBe(status === 206 ? 'bytes 10-19/1000' : undefined)
    if (status < 400) expect(reply.headers['etag']).toBe(ETAG)
    if (status === 304) expect(reply.bytes).toHaveLength(0)
  })

  it('[DMS-16] tells who asks for what is not there how much there is, and nothing else', async () => {
    const { status, headers } = await send({ range: 'bytes=1000-' })

    expect([status, headers['content-range']]).toEqual([416, 'bytes */1000'])
    expect(headers['content-type']).toContain('application/problem+json')
    for (const member of ['etag', 'accept-ranges', 'content-disposition']) {
      expect([member, headers[member]]).toEqual([member, undefined])
    }
  })
})

it('[DMS-16] bears no header of the file where the storage does not deliver it', async () => {
  const folder = join(setup.root, 'objects')
  await rename(folder, `${folder}-away`)
  const replies = await Promise.all(Object.values(ways).map((way) => way()))
  await rename(`${folder}-away`, folder)

  for (const { status, headers } of replies) {
    const { etag, 'content-disposition': disposition, 'content-length': length } = headers
    expect(status).toBeGreaterThanOrEqual(500)
    expect([etag, disposition]).toEqual([undefined, undefined])
    expect(length).not.toBe('1000')
  }
})

it('[DMS-16] is sent whole where a file has no bytes', async () => {
  for (const way of Object.values(await makeWays(Buffer.alloc(0)))) {
    for (const headers of [{}, { range: 'bytes=-1' }]) {
      const reply = await way(headers)
      expect([reply.status, reply.bytes.length, reply.headers['content-length']]).toEqual([
        200,
        0,
        '0',
      ])
    }
    const { status, headers } = await way({ range: 'bytes=0-' })
    expect([status, headers['content-range']]).toEqual([416, 'bytes */0'])
  }
})

it('[DMS-15] is on the record when bytes leave, once for each time, and not otherwise', async () => {
  const { documentId, versionId } = await upload(setup, owner, BYTES)
  const path = `/api/dms/versions/${versionId}`
  const made = await call(setup, owner, 'POST', `${path}/address`, { purpose: 'download' })
  const address = new URL(String(made.body['url'])).pathname
  for (const [user, url] of [
    [owner, `${path}/content`],
    [undefined, address],
  ] as const) {
    await call(setup, user, 'HEAD', url)
    for (const headers of [
      { 'if-none-match': ETAG },
      { 'if-match': '"old"' },
      { range: 'bytes=1000-' },
      {},
      { range: 'bytes=0-0' },
    ] as Record<string, string>[]) {
      await call(setup, user, 'GET', url, undefined, headers)
    }
  }

  const { body } = await call(setup, owner, 'GET', `/api/dms/documents/${documentId}/audit`)
  const items = body['items'] as { action: string; detail: object }[]
  const downloads = items.filter(({ action }) => action === 'version.downloaded')
  expect(downloads.map(({ detail }) => detail)).toEqual([
    { by: 'address' },
    { by: 'address' },
    {},
    {},
  ])
})

/** The name that a browser saves under (RFC 6266 4.3): `filename*` before `filename`. */
function readName(header: unknown): string {
  const text = String(header)
  const extended = /; filename\*=UTF-8''([^;\s]+)$/.exec(text)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const [, quoted, token] = /; filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))$/.exec(text) ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token ?? ''
}

it.each([
  ['plain.txt', 'plain.txt'],
  ['two words.txt', 'two words.txt'],
  [`it's 100%.txt`, `it's 100%.txt`],
  ['50%41.txt', '50%41.txt'],
  ['a"b\\c".txt', 'c_.txt'],
  ['semi;colon, comma=.txt', 'semi;colon, comma=.txt'],
  ['(brackets) & {more}.txt', '(brackets) & {more}.txt'],
  ['päper ☂.txt', 'päper ☂.txt'],
  ['👩‍🚀 文書.pdf', '👩‍🚀 文書.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a\r\nSet-Cookie: b=c', 'aSet-Cookie_ b=c'],
  ['\u0007\u001b[31mred.txt', '[31mred.txt'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
  ['文'.repeat(255), '文'.repeat(255)],
  [' .', 'unnamed'],
])('[DMS-16] gives the file %j the name %j in an answer', async (fileName, expected) => {
  const { versionId } = await upload(setup, owner, Buffer.from('x'), { fileName })

  const reply = await call(setup, owner, 'GET', `/api/dms/versions/${versionId}/content`)

  const disposition = String(reply.headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; filename[\x20-\x7e]+$/)
  expect(readName(disposition)).toBe(expected)
  // The one for old readers is there too, and safe in any quoted string.
  expect(disposition).toMatch(/filename=(?:[^";]+|"(?:[^"\\]|\\["\\])*")(?:;|$)/)
})

it('[DMS-16] is no script or style of a page that names an address without a token', async () => {
  const source = Buffer.from('self.onfetch = () => undefined')
  for (const contentType of ['text/javascript', 'application/x-ecmascript', 'text/css']) {
    const { version, ...open } = await makeWays(source, { fileName: 'a.js', contentType })

    for (const send of Object.values(open)) {
      const { status, headers, bytes } = await send()
      expect([status, bytes]).toEqual([200, source])
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await version?.())?.headers['content-type']).toContain(contentType)
  }
})
