import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVerifier } from '@countersign/auth-verifier'
import { createExchange } from './exchange.ts'
import { createHttpHandler, type HandlerOptions } from './handler.ts'
import { createFeed } from './revocations.ts'

export interface HttpServerOptions {
  readonly platformUrl: string
  readonly resource: string
  readonly host: string
  readonly port: number
  readonly allowedOrigins: readonly string[]
  readonly onError: NonNullable<HandlerOptions['onError']>
  /** Of this server at the platform: it lists `resource`, and for the feed has the scope `iam.security-events`. */
  readonly clientId: string
  readonly clientSecret: string
  /** Where `/internal` of the platform is reached: what was revoked is then refused at once. */
  readonly internalUrl?: string
}

/** Serves until `stop`. */
export async function serveHttp(options: HttpServerOptions) {
  const { platformUrl, resource, host, port, allowedOrigins, onError } = options
  const { clientId, clientSecret, internalUrl } = options
  const client = { platformUrl, clientId, clientSecret }
  const ending = new AbortController()
  const revocations = internalUrl === undefined ? undefined : createFeed({ ...client, internalUrl })
  void revocations?.run(ending.signal)
  const verifier = createVerifier({
    issuer: platformUrl,
    jwksUrl: `${platformUrl}/oauth2/jwks`,
    audience: resource,
    revocations,
  })
  const handle = createHttpHandler({
    platformUrl,
    resource,
    verifier,
    exchange: createExchange(client),
    allowedOrigins,
    onError,
  })
  const server = createServer((request, response) => void handle(request, response))
  server.requestTimeout = 30_000
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      ending.abort()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
