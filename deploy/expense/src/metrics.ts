import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { RevocationFeed } from '@countersign/auth-verifier'
import type { Config } from './config.ts'

/**
 * GET /metrics on a port of its own, in the text format of Prometheus: how old the last answer of the
 * feed of revocations is, and how many are remembered. By hand, since it is all that there is.
 */
export async function startMetrics(
  { host, managementPort }: Pick<Config, 'host' | 'managementPort'>,
  feed: Pick<RevocationFeed, 'ageSeconds' | 'size'> | undefined,
  signal: AbortSignal,
): Promise<Server | undefined> {
  if (managementPort === undefined) return undefined
  const server = createServer(({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(feed ? textOf(feed) : '')
  })
  server.listen({ host, port: managementPort, signal })
  await once(server, 'listening')
  return server
}

const textOf = (feed: Pick<RevocationFeed, 'ageSeconds' | 'size'>) =>
  `# HELP revocation_feed Age of the last answer of the feed of revocations in seconds, and how many are remembered.
# TYPE revocation_feed gauge
revocation_feed{of="age_seconds"} ${withoutInfinity(feed.ageSeconds())}
revocation_feed{of="remembered"} ${feed.size()}
`

// As the format writes it.
const withoutInfinity = (value: number) => (value === Infinity ? '+Inf' : String(value))
