import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What an S3 is asked for, apart from bytes. */
export interface AskedOfS3 {
  readonly method: string
  /** Empty for the bucket itself. */
  readonly key: string
  readonly uploadId: string | null
  readonly partNumber: number | undefined
  readonly sizeBytes: number
}

export interface FakeS3 {
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  readonly objects: Map<string, Buffer>
  /** Uploads in parts that were begun and not ended, by their id. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>
  /** Parts are joined whatever is in their place: the tags that were told count, not the bytes. */
  isLax: boolean
  /** Answers a request by this status, or, when it resolves to undefined, as it should be. */
  interfere: (asked: AskedOfS3) => number | undefined | Promise<number | undefined>
  close(): Promise<void>
}

/** An S3 of one bucket in memory, that loses and refuses what it is told; who asks is not looked at. */
export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => {
    answer(fake, request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    accessKey: 'some',
    secretKey: 'secret',
    objects: new Map(),
    uploads: new Map(),
    isLax: false,
    interfere: () => undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

export const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

async function answer(fake: FakeS3, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '', fake.endpoint)
  const key = pathname.split('/').slice(2).join('/')
  const method = request.method ?? ''
  const bytes = await buffer(request)
  const uploadId = searchParams.get('uploadId')
  const partNumber = Number(searchParams.get('partNumber')) || undefined
  const sizeBytes = bytes.length
  const status = await fake.interfere({ method, key, uploadId, partNumber, sizeBytes })
  const {
    headers = {},
    body = '',
    ...real
  } = status === undefined
    ? (ofUpload(fake, method, key, searchParams, bytes) ?? ofObject(fake, request, key, bytes))
    : { status }
  response.writeHead(real.status, { 'content-length': body.length, ...headers })
  response.end(method === 'HEAD' ? undefined : body)
}

function ofUpload(
  { uploads, objects, isLax }: FakeS3,
  method: string,
  key: string,
  query: URLSearchParams,
  bytes: Buffer,
): Answer | undefined {
  if (query.has('uploads')) {
    if (method === 'GET') return { status: 200, body: listUploads(uploads, query) }
    const id = randomUUID()
    uploads.set(id, { key, parts: new Map() })
    return { status: 200, body: `<UploadId>${id}</UploadId>` }
  }
  const id = query.get('uploadId')
  if (id === null) return undefined
  const upload = uploads.get(id)
  if (upload === undefined) return { status: 404, body: '<Code>NoSuchUpload</Code>' }
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), bytes)
    return { status: 200, headers: { etag: etagOf(bytes) } }
  }
  if (method === 'GET') return { status: 200, body: listParts(upload.parts) }
  if (method === 'POST') {
    const wanted = [...String(bytes).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)]
    const fits = ([, number, tag]: RegExpExecArray) =>
      etagOf(upload.parts.get(Number(number)) ?? Buffer.alloc(0)) === tag?.replaceAll('&quot;', '"')
    if (!isLax && !wanted.every(fits)) return { status: 400, body: '<Code>InvalidPart</Code>' }
    const parts = wanted.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0))
    objects.set(key, Buffer.concat(parts))
  }
  uploads.delete(id)
  return { status: method === 'POST' ? 200 : 204 }
}

function ofObject(
  { objects }: FakeS3,
  { method = '', headers }: IncomingMessage,
  key: string,
  bytes: Buffer,
): Answer {
  if (key === '') return { status: 200, body: `<R>${[...objects.keys()].map(listed).join('')}</R>` }
  if (method === 'PUT') {
    objects.set(key, bytes)
    return { status: 200, headers: { etag: etagOf(bytes) } }
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  const found = objects.get(key)
  if (found === undefined) return { status: 404 }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, body: found }
  return { status: 206, body: found.subarray(Number(first), Number(last) + 1) }
}

const listed = (key: string) => `<Contents><Key>${key}</Key></Contents>`

const listUploads = (uploads: FakeS3['uploads'], query: URLSearchParams) =>
  [...uploads]
    .filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    .join('')

const listParts = (parts: ReadonlyMap<number, Buffer>) =>
  [...parts]
    .map(
      ([number, bytes]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size></Part>`,
    )
    .join('')
