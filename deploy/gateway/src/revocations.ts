import type { RevocationFeed } from '@countersign/auth-verifier'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { Logger } from '@countersign/service-kit/log'
import { createRevocationsOf } from '@countersign/service-kit/revocations'
import { createServiceTokens } from '@countersign/service-kit/service-token'
import type { Config } from './config.ts'
import { originsOf } from './mounts.ts'

/** What iam revoked, where the gateway has a client of its own to read it with. */
export function createRevocations(
  config: Config,
  http: HttpClient,
  log: Logger,
): RevocationFeed | undefined {
  const { GATEWAY_CLIENT_ID: clientId, GATEWAY_CLIENT_SECRET: clientSecret } = config
  const origins = originsOf(config.IAM_URL)
  if (clientId === undefined || clientSecret === undefined) return undefined
  const tokens = createServiceTokens({
    tokenUrl: new URL('/oauth2/token', origins[0]).href,
    clientId,
    clientSecret,
    http: atAny(origins, http),
    now: () => new Date(),
  })
  return createRevocationsOf({ config, clientId, tokens, log })
}

/** Asks the next process where one gives no answer: a token may be asked for twice. */
const atAny = (origins: readonly string[], http: HttpClient): Pick<HttpClient, 'request'> => ({
  async request(request) {
    const { pathname } = new URL(request.url)
    let reason: unknown
    for (const origin of origins) {
      try {
        return await http.request({ ...request, url: new URL(pathname, origin).href })
      } catch (error) {
        reason = error
      }
    }
    throw reason
  },
})
