import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  AuthError,
  InsufficientScope,
  InvalidToken,
  isAgent,
  type Caller,
  type Verifier,
} from '@countersign/auth-verifier'
import { authenticate } from '@countersign/auth-verifier/node-http'
import { createClient, NoToken, type TokenSource } from '@countersign/client'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createApprovalServer } from '../server.ts'
import type { Exchange } from './exchange.ts'
import { describeResource, metadataUrlOf } from './metadata.ts'
import { readBody } from './read-body.ts'
import { createShares } from './shares.ts'

export interface HandlerOptions {
  /** Public address of the platform, which is the issuer. */
  readonly platformUrl: string
  /** Public address of this server, as clients know it: their tokens name it as audience. */
  readonly resource: string
  /** With `audience` set to `resource`. */
  readonly verifier: Pick<Verifier, 'verify'>
  /** Gets tokens for the platform: those of agents name this server alone, and are not passed on. */
  readonly exchange: Exchange
  /** Origins of pages that may call; none by default, since agents are no pages. */
  readonly allowedOrigins?: readonly string[]
  /** How often one agent of one person may ask in a minute; a tenth of what the gateway takes by default. */
  readonly perMinute?: number
  /** Told of what is a fault of ours; whoever called gets 500. */
  readonly onError?: (error: unknown) => void
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const PER_MINUTE = 120

/**
 * Answers requests for the endpoint and for its metadata; anything else is 404. Nothing but how often each agent
 * asked is kept between requests: each carries its token, so that no session can be taken over, and any process answers. It
 * never rejects: an answer that nobody awaits must not end the program around it.
 *
 * @see Model Context Protocol 2025-11-25, "Streamable HTTP" and "Authorization"; RFC 9728.
 */
export function createHttpHandler(options: HandlerOptions): Handler {
  const serve = createRouter(options)
  return async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      if (response.headersSent) response.destroy()
      else send(response, 500)
      options.onError?.(error)
    }
  }
}

function createRouter(options: HandlerOptions): Handler {
  const { resource, platformUrl, allowedOrigins = [] } = options
  const endpoint = new URL(resource).pathname
  const metadataUrl = metadataUrlOf(resource)
  const metadata = JSON.stringify(describeResource(resource, platformUrl))
  const waitOf = createShares(options.perMinute ?? PER_MINUTE)
  return async (request, response) => {
    // What a client may send as a target is not always a URL: `GET //` is none.
    const pathname = URL.parse(request.url ?? '/', resource)?.pathname
    if (pathname === metadataUrl.pathname) return sendMetadata(request, response, metadata)
    if (pathname !== endpoint) return send(response, 404)
    const { origin } = request.headers
    if (origin !== undefined && !allowedOrigins.includes(origin)) return send(response, 403)
    try {
      const caller = await authenticate(options.verifier, request)
      checkAgent(caller)
      const waitMs = waitOf(`${caller.clientId}:${caller.subject}`)
      if (waitMs > 0)
        return send(response, 429, { 'retry-after': String(Math.ceil(waitMs / 1000)) })
      // Without sessions there is no stream to open and none to end.
      if (request.method !== 'POST') return send(response, 405, { allow: 'POST' })
      await answer(options, request, response)
    } catch (error) {
      refuse(response, error, metadataUrl)
    }
  }
}

/** Whose token cannot be exchanged is told so before a tool is called. */
function checkAgent(caller: Caller): void {
  if (caller.grantType === 'authorization_code' && isAgent(caller)) return
  throw new InsufficientScope(undefined, 'This server takes tokens of clients that are agents.')
}

async function answer(
  { platformUrl, exchange }: HandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request)
  if (body === undefined) return send(response, 413)
  // The protocol has no batches since 2025-06-18; the SDK still takes them, as many calls as fit.
  if (Array.isArray(body.json)) return send(response, 400)
  // The verifier has taken it as the one token of this request.
  const agentToken = request.headers.authorization?.replace(/^bearer +/i, '') ?? ''
  const token = await provideToken(exchange(agentToken), body.json)
  const server = createApprovalServer(createClient({ baseUrl: platformUrl, token }))
  const transport = new StreamableHTTPServerTransport()
  response.on('close', () => void server.close())
  // The class says `| undefined` where the interface it implements does not.
  await server.connect(transport as Parameters<typeof server.connect>[0])
  await transport.handleRequest(request, response, body.json)
}

/** What the platform says of a token that is no good: RFC 8693 section 2.2.2, and as others say it. */
const NO_GOOD = new Set(['invalid_request', 'invalid_grant', 'invalid_token'])

/**
 * Before a tool is called its token is got: that the agent's is no good is an answer of HTTP, by which the
 * agent signs its person in again, and not one of the tool. Anything else is for the tool to tell, once.
 *
 * @throws {@link InvalidToken}
 */
async function provideToken(source: TokenSource, message: unknown): Promise<TokenSource> {
  if ((Object(message) as { method?: unknown }).method !== 'tools/call') return source
  try {
    await source({ isRefused: false })
    return source
  } catch (error) {
    if (!(error instanceof NoToken)) throw error
    if (NO_GOOD.has(error.error)) throw new InvalidToken('revoked')
    return () => Promise.reject(error)
  }
}

/** RFC 9728 section 5.1: a refusal says where to learn which token would do. */
function refuse(response: ServerResponse, error: unknown, metadataUrl: URL): void {
  if (!(error instanceof AuthError)) throw error
  const { 'www-authenticate': challenge, ...headers } = error.headers
  send(
    response,
    error.status,
    {
      ...headers,
      ...(challenge === undefined
        ? {}
        : {
            'www-authenticate': `${challenge}, resource_metadata="${metadataUrl.href}", scope="openid"`,
          }),
      'content-type': 'application/problem+json',
    },
    JSON.stringify(error.toProblem()),
  )
}

function sendMetadata(request: IncomingMessage, response: ServerResponse, body: string): void {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return send(response, 405, { allow: 'GET' })
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
    // Public, also for the pages that inspect servers.
    'access-control-allow-origin': '*',
  }
  return send(response, 200, headers, body)
}

function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body = '',
): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)
}
