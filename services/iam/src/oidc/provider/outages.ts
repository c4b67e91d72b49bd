import { findOutage } from '@countersign/service-kit/database-unavailable'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { ProviderDeps } from './configuration.ts'

/**
 * Answers 503 with `Retry-After` where the database is away. The library knows only that somebody failed. What it
 * does after its answer, such as keeping the session, is caught by nobody but this: it stands around all the rest.
 *
 * Kept by: services/iam/src/oidc/outage.test.ts "is told to come again from whichever statement on"
 */
export function answerOutages(
  provider: Provider,
  { log, renderOutage }: Pick<ProviderDeps, 'log' | 'renderOutage'>,
): void {
  const affected = new WeakSet<object>()
  provider.on('server_error', (ctx, error) => {
    log.error({ err: error }, 'the protocol failed')
    if (findOutage(error) !== undefined) affected.add(ctx)
  })
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    try {
      await next()
      if (!affected.has(ctx)) return
    } catch (error) {
      // A session that could not be kept fails anew, and otherwise, when the library tries to keep it again.
      if (findOutage(error) === undefined && !affected.has(ctx)) throw error
      log.error({ err: error }, 'the protocol failed after its answer')
      ctx.body = { error: 'server_error' }
    }
    // A code that nobody may have got, or a refusal that could not be acted on.
    ctx.remove('location')
    if (ctx.path.startsWith(provider.pathFor('authorization'))) renderOutage(ctx)
    ctx.status = 503
    ctx.set('retry-after', '1')
  })
}
