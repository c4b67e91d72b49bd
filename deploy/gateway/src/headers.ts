import { tracing } from '@countersign/service-kit/tracing'
import type { IncomingHttpHeaders } from 'node:http'

/** Who calls, as the gateway itself has verified; absent without a valid token. */
export interface TenantContext {
  readonly tenantId?: string
  readonly userId?: string
}

export interface Forwarding {
  readonly requestId: string
  readonly clientAddress: string
  /** Public base URL: what the browser sees, whatever Host it sent. */
  readonly publicUrl: URL
  readonly context: TenantContext
  /** The request carries a body that is passed on. */
  readonly hasBody: boolean
}

type OutgoingHeaders = Record<string, string | string[]>

// RFC 9110 section 7.6.1, and what would speak to the gateway rather than to the service.
const hopByHop = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

// Other servers read X_Tenant_Id, or X.Tenant.Id, as X-Tenant-Id: a name that is not letters,
// digits and hyphens is not passed on at all, so there is one spelling left to check.
const plainName = /^[a-z0-9-]+$/
const tenantContext =
  /^(x-)?(auth-|authenticated-|forwarded-)?(tenant|user)(-?id|-?name|-context)?$/
const forwarding =
  /^(x-forwarded(-.*)?|forwarded|x-real-ip|x-client-ip|x-original-.*|x-rewrite-url)$/

/** What a connection names is for that connection alone (RFC 9110 section 7.6.1). */
const listedIn = (connection: string | undefined): readonly string[] =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? []
    : connection.split(',').map((name) => name.trim().toLowerCase())

const traceFields = ['traceparent', 'tracestate'] as const

// Clients send the same few names again and again; what they may make up is bounded.
const verdicts = new Map<string, boolean>()
const mostVerdicts = 500
const longestName = 64

/** Whether a header of a client may go on to a service. */
export function mayPass(name: string): boolean {
  const known = verdicts.get(name)
  if (known !== undefined) return known
  const verdict = judgeName(name.toLowerCase())
  if (verdicts.size < mostVerdicts && name.length <= longestName) verdicts.set(name, verdict)
  return verdict
}

function judgeName(lower: string): boolean {
  return (
    plainName.test(lower) &&
    !hopByHop.has(lower) &&
    !tenantContext.test(lower) &&
    !forwarding.test(lower) &&
    lower !== 'x-request-id'
  )
}

/**
 * The headers a service gets: the client's, cleaned, and the gateway's own.
 *
 * Kept by: deploy/gateway/src/headers.test.ts "none without a verified token"
 */
export function toUpstreamHeaders(
  client: IncomingHttpHeaders,
  forwarding: Forwarding,
): OutgoingHeaders {
  const headers: OutgoingHeaders = {}
  const dropped = listedIn(client.connection)
  for (const name in client) {
    const value = client[name]
    if (value !== undefined && !dropped.includes(name) && mayPass(name)) headers[name] = value
  }
  // A GET with a body is legal and pointless: the body is not passed on, so neither is its length.
  if (!forwarding.hasBody && headers['content-length'] !== undefined)
    delete headers['content-length']
  // The HTTP client writes those of our own span, under which the client's trace goes on.
  if (tracing() !== undefined) for (const name of traceFields) delete headers[name]
  const { publicUrl, context } = forwarding
  const { host, proto, port } = placeOfUrl(publicUrl)
  headers['x-request-id'] = forwarding.requestId
  headers['x-forwarded-for'] = forwarding.clientAddress
  headers['x-forwarded-host'] = host
  headers['x-forwarded-proto'] = proto
  headers['x-forwarded-port'] = port
  if (context.tenantId !== undefined) headers['x-tenant-id'] = context.tenantId
  if (context.userId !== undefined) headers['x-user-id'] = context.userId
  return headers
}

interface PublicPlace {
  readonly host: string
  readonly proto: string
  readonly port: string
}

// The parts of an address are cut out of it at each look.
const places = new WeakMap<URL, PublicPlace>()

function placeOfUrl(url: URL): PublicPlace {
  const known = places.get(url)
  if (known !== undefined) return known
  const { host, protocol, port } = url
  const place = {
    host,
    proto: protocol.slice(0, -1),
    port: port || (protocol === 'https:' ? '443' : '80'),
  }
  places.set(url, place)
  return place
}

/** The headers a client gets: the service's, cleaned, with safe defaults where it has none. */
export function toClientHeaders(
  upstream: IncomingHttpHeaders,
  requestId: string,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
  const dropped = listedIn(upstream.connection)
  for (const name in upstream) {
    if (dropped.includes(name)) continue
    const tellsTooMuch = name === 'server' || name === 'x-powered-by'
    if (!hopByHop.has(name) && !tellsTooMuch) headers[name] = upstream[name]
  }
  headers['x-request-id'] = requestId
  return headers
}

const requestIdForm = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/

/** The client's request id when it is well-formed (it ends up in logs), else a new one. */
export function takeRequestId(sent: string | string[] | undefined, make: () => string): string {
  return typeof sent === 'string' && requestIdForm.test(sent) ? sent : make()
}
