import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Of a request: let it pass, refuse it for now, or end its connection before or after its work. */
export type Fate = 'pass' | 'unavailable' | 'lost' | 'answer lost'

interface Request {
  readonly method: string
  readonly path: string
  readonly body: Buffer
}

/** The document service as far as one upload and one download need it, on a real connection. */
export interface FakeDms {
  readonly origin: string
  /** Every request that arrived, as `METHOD path`. */
  readonly requests: string[]
  /** The `Idempotency-Key` of each, in the same order. */
  readonly keys: unknown[]
  /** Stored parts by number. */
  readonly parts: Map<number, Buffer>
  /** What came last as a file in one request. */
  whole: { readonly type: string | undefined; readonly text: string } | undefined
  decideFate: (request: string) => Fate
  /** What is downloaded, and after how many bytes each answer breaks off. */
  content: Buffer
  breaksAfter: number
  readonly close: () => Promise<void>
}

const session = '00000000-0000-4000-8000-000000000001'
const unavailable = { code: 'dms.storage_unavailable', title: 'No answer', status: 503 }
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export async function startFakeDms(partSizeBytes: number, sizeBytes: number): Promise<FakeDms> {
  const upload = { id: session, status: 'RECEIVING', sizeBytes, partSizeBytes }
  const server = createServer((request, response) => void serve(fake, upload, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeDms = {
    origin: `http://127.0.0.1:${port}`,
    requests: [],
    keys: [],
    parts: new Map(),
    whole: undefined,
    decideFate: () => 'pass',
    content: Buffer.alloc(0),
    breaksAfter: Infinity,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

async function serve(
  fake: FakeDms,
  upload: { readonly sizeBytes: number },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  const { method = '', url: path = '', headers } = message
  const name = `${method} ${path.replace(session, 'id')}`
  fake.requests.push(name)
  fake.keys.push(headers['idempotency-key'])
  const fate = fake.decideFate(name)
  if (fate === 'lost') return void response.destroy()
  if (fate === 'unavailable') return void response.writeHead(503).end(JSON.stringify(unavailable))
  if (path.endsWith('/content') && method === 'GET') return serveDownload(fake, headers, response)
  if (path.startsWith('/api/dms/uploads?')) {
    fake.whole = { type: headers['content-type'], text: String(Buffer.concat(chunks)) }
  }
  const { status, body } = takeUpload(fake, upload, { method, path, body: Buffer.concat(chunks) })
  if (fate === 'answer lost') return void response.destroy()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function takeUpload(
  fake: FakeDms,
  upload: { readonly sizeBytes: number },
  { method, path, body }: Request,
) {
  if (path.endsWith('/initiate')) return { status: 201, body: upload }
  if (path.endsWith('/complete') && sumOf(fake) < upload.sizeBytes) return incomplete
  if (path.endsWith('/complete') || path.includes('?fileName='))
    return { status: 200, body: { documentId: 'd', versionId: 'v' } }
  if (!path.includes('/parts')) return { status: 200, body: upload }
  if (method === 'PUT') return storePart(fake, Number(path.split('/').at(-1)), body)
  const stored = [...fake.parts].toSorted(([a], [b]) => a - b)
  const items = stored.map(([number, bytes]) => ({ number, sha256: hashOf(bytes) }))
  return { status: 200, body: { items, nextCursor: null } }
}

const incomplete = {
  status: 422,
  body: { code: 'dms.size_mismatch', title: 'Too little', status: 422 },
}

const sumOf = ({ parts }: FakeDms): number =>
  [...parts.values()].reduce((sum, { length }) => sum + length, 0)

function storePart({ parts }: FakeDms, number: number, body: Buffer) {
  const stored = parts.get(number) ?? body
  const problem = { code: 'dms.upload_out_of_order', title: 'Other bytes', status: 409 }
  if (!stored.equals(body)) return { status: 409, body: problem }
  parts.set(number, stored)
  return { status: 200, body: { number, sha256: hashOf(body) } }
}

function serveDownload(
  { content, breaksAfter }: FakeDms,
  headers: IncomingMessage['headers'],
  response: ServerResponse,
): void {
  const etag = `"${hashOf(content)}"`
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag) {
    const body = { code: 'dms.content_changed', title: 'Changed', status: 412 }
    return void response.writeHead(412).end(JSON.stringify(body))
  }
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const bytes = content.subarray(start, to === '' ? content.length : Number(to) + 1)
  const range = `bytes ${start}-${start + bytes.length - 1}/${content.length}`
  response.writeHead(from === undefined ? 200 : 206, {
    etag,
    'content-length': bytes.length,
    ...(from === undefined ? {} : { 'content-range': range }),
  })
  if (bytes.length <= breaksAfter) return void response.end(bytes)
  response.write(bytes.subarray(0, breaksAfter), () => response.destroy())
}
