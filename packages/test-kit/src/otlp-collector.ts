import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it was sent, with its attributes by name. */
export interface SentSpan {
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  /** OTLP's numbers: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
}

/** A collector at the network's edge: takes OTLP over HTTP, and reads its JSON form. */
export interface Collector {
  readonly endpoint: string
  readonly requests: readonly {
    readonly path: string
    readonly type: string
    readonly body: Buffer
  }[]
  spans(): readonly SentSpan[]
  close(): Promise<void>
}

export async function openCollector(): Promise<Collector> {
  const requests: { path: string; type: string; body: Buffer }[] = []
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const { url = '/', headers } = request
        requests.push({ path: url, type: headers['content-type'] ?? '', body })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      requests
        .filter(({ type }) => type === 'application/json')
        .flatMap(({ body }) => spansOf(JSON.parse(body.toString()) as OtlpTraces)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type OtlpValue = {
  stringValue?: string
  intValue?: number
  doubleValue?: number
  boolValue?: boolean
}
type OtlpAttributes = readonly { key: string; value: OtlpValue }[]

/** ExportTraceServiceRequest in the JSON form of OTLP 1.0. */
interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: OtlpAttributes }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly kind: number
        readonly status?: { readonly code?: number }
        readonly attributes?: OtlpAttributes
        readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
      }[]
    }[]
  }[]
}

const spansOf = ({ resourceSpans }: OtlpTraces): SentSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(toRecord(resource.attributes)['service.name'])
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        service,
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId === '' ? undefined : span.parentSpanId,
        kind: span.kind,
        status: span.status?.code ?? 0,
        attributes: toRecord(span.attributes ?? []),
        links: span.links ?? [],
      }))
  })

const toRecord = (attributes: OtlpAttributes) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? '',
    ]),
  )
