import type { Deps } from '../../deps.ts'
import { findUsableProvider, type ProviderRow } from '../../features/federation/queries.ts'
import type { Step } from '../sign-in/step.ts'

/** A provider that the page of this sign-in offers. */
export function findOffered(
  { db }: Pick<Deps, 'db'>,
  { tenantId, providers = [] }: Step,
  id: string | undefined,
): Promise<ProviderRow | undefined> {
  const offered = providers.find((provider) => provider.id === id)
  return offered === undefined || tenantId === undefined
    ? Promise.resolve(undefined)
    : findUsableProvider(db, tenantId, offered.id)
}
