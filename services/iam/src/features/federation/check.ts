import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { openProvider } from '../../upstream/open-provider.ts'
import { findProvider } from './queries.ts'

/** Tries what a sign-in would: reads the provider's metadata, or binds with its account. */
export async function checkProvider(
  { db, sealer, upstreams, log }: Deps,
  { tenantId }: Claimant,
  id: string,
): Promise<{ reachable: boolean; problem: string | null }> {
  const row = await findProvider(db, tenantId, id)
  if (row === undefined) throw problems.not_found()
  const opened = openProvider(sealer, row)
  try {
    await (opened.kind === 'oidc'
      ? upstreams.openid.check(opened.provider)
      : upstreams.directory.check(opened.directory))
    return { reachable: true, problem: null }
  } catch (error) {
    log.info({ err: error, providerId: id }, 'an identity provider does not answer')
    return { reachable: false, problem: nameOf(error) }
  }
}

// What kind of fault, without what the other side said.
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (cause instanceof Error) return nameOf(cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
