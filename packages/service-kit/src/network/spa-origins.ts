import type { OriginRule } from '../http/cors.ts'
import type { HttpClient } from './http-client.ts'
import type { Logger } from '../process/log.ts'
import type { ServiceTokens } from './service-token.ts'

export interface SpaOriginOptions {
  readonly iamUrl: string
  readonly http: HttpClient
  readonly tokens: ServiceTokens
  readonly now: () => Date
  readonly log: Logger
  /** Origins allowed without asking. */
  readonly always: readonly string[]
}

const freshMs = 60_000
// A client registered a moment ago must not wait a minute, and a stranger must not make us ask iam
// at each request.
const retryMs = 5_000

/**
 * The origins of registered SPA clients, as iam lists them: asked for at the first browser request
 * from elsewhere, kept, and served stale while iam cannot be reached.
 */
export function createSpaOrigins(options: SpaOriginOptions): OriginRule {
  const always = new Set(options.always)
  let known: ReadonlySet<string> = new Set()
  let askedAt = -Infinity
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    askedAt = options.now().getTime()
    try {
      known = new Set(await fetchOrigins(options))
    } catch (error) {
      options.log.warn({ err: error }, 'origins of SPA clients not read')
    }
  }

  return async (origin) => {
    if (always.has(origin)) return true
    const age = options.now().getTime() - askedAt
    if (age > freshMs || (!known.has(origin) && age > retryMs)) {
      asking ??= ask().finally(() => {
        asking = undefined
      })
    }
    // A known one waits for nobody: iam may hang.
    if (!known.has(origin)) await asking
    return known.has(origin)
  }
}

async function fetchOrigins({ iamUrl, http, tokens }: SpaOriginOptions): Promise<string[]> {
  const token = await tokens.get(['iam.internal'])
  const { status, json } = await http.request({
    method: 'GET',
    url: new URL('/internal/v1/iam/origins', iamUrl).href,
    headers: { authorization: `Bearer ${token}` },
  })
  if (status === 401) tokens.invalidate(['iam.internal'])
  const body: unknown = status === 200 ? json() : undefined
  if (typeof body !== 'object' || body === null || !('origins' in body)) {
    throw new Error(`iam answered ${status}`)
  }
  return Array.isArray(body.origins)
    ? body.origins.filter((origin) => typeof origin === 'string')
    : []
}
