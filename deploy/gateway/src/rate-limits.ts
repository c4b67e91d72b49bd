import rateLimit from '@fastify/rate-limit'
import { placeOf } from '@countersign/service-kit/client-place'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from './mounts.ts'
import { problems } from './problems.ts'

/** Requests of one place in a minute; 0 is no limit. */
export interface RateLimits {
  readonly token: number
  readonly signIn: number
  readonly shares: number
}

/**
 * Ample for an office behind one address; who guesses is slowed down by the services long before.
 * This is against floods, which would cost the services work.
 */
export const defaultLimits: RateLimits = { token: 1_200, signIn: 600, shares: 60 }

/** Places that are remembered, the least recent forgotten first: some 5 MB at most. */
const places = 20_000
const minuteMs = 60_000

// What is encoded may be anything.
const mayBeLimited = /%|^\/(?:oauth2|signin|api\/dms\/shares)/i

/** What a request counts as; undefined for what is not limited. */
function kindOf({ method, url }: FastifyRequest): keyof RateLimits | undefined {
  const sent = pathOf(url)
  if (!mayBeLimited.test(sent)) return undefined
  // As routers behind us compare: letters in either case, encoded or not, a slash at the end or not.
  const path = decodeURIComponent(sent).toLowerCase().replace(/\/$/, '')
  if (path === '/oauth2/token' || path === '/oauth2/par') return 'token'
  if (path === '/oauth2/authorize') return 'signIn'
  if (method === 'POST' && /^\/signin(\/|$)/.test(path)) return 'signIn'
  return method === 'POST' && /^\/api\/dms\/shares\/[^/]+\/unlock$/.test(path)
    ? 'shares'
    : undefined
}

/**
 * Limits what costs a service most and needs no token. Counted in this process: with several
 * gateways each has a count of its own.
 *
 * Kept by: deploy/gateway/src/rate-limits.test.ts "limits each kind of request for each place by itself"
 */
export async function addRateLimits(app: FastifyInstance, limits: RateLimits): Promise<void> {
  await app.register(rateLimit, { global: false, cache: places, timeWindow: minuteMs })
  const check = app.createRateLimit({
    timeWindow: minuteMs,
    max: (_request, key) => limits[key.split(' ', 1)[0] as keyof RateLimits],
    keyGenerator: (request) => `${kindOf(request)} ${placeOf(request.ip)}`,
  })
  const limit = async (request: FastifyRequest) => {
    const count = await check(request)
    if (count.isAllowed || !count.isExceeded) return
    throw problems.too_many_requests({
      headers: { 'retry-after': String(Math.max(1, count.ttlInSeconds)) },
    })
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const kind = kindOf(request)
    if (kind === undefined || limits[kind] === 0) return done()
    limit(request).then(() => done(), done)
  })
}
