import { isUuid } from '@countersign/service-kit/schema'
import type { IamDatabase } from '../../db/types.ts'
import { listTenantsOf } from '../store/account-queries.ts'
import type { Flow } from './flow.ts'
import { findSessionTenant } from '../store/grant-queries.ts'

/**
 * The tenant whose pages a sign-in shows: the one decided on, which is where a consent holds; before that the one asked
 * for, the owner of the application, the one chosen; else the only one there is. Says nothing about who may act in it.
 */
export async function findFlowTenant(
  db: IamDatabase,
  { interaction }: Flow,
  clientTenantId: string | undefined,
  onlyTenantId: string | undefined,
): Promise<string | undefined> {
  const decided: unknown = interaction.prompt.details['tenantId']
  if (typeof decided === 'string') return decided
  const hint = interaction.params['tenant_id']
  if (typeof hint === 'string' && isUuid(hint)) return hint.toLowerCase()
  if (clientTenantId !== undefined) return clientTenantId
  // Put there by ourselves; it went through the database as JSON.
  const picked = interaction.lastSubmission?.['tenant'] as { tenantId?: unknown } | undefined
  if (typeof picked?.tenantId === 'string' && isUuid(picked.tenantId)) return picked.tenantId
  const { session } = interaction
  const remembered =
    session?.uid === undefined ? undefined : await findSessionTenant(db, session.uid)
  if (remembered !== undefined) return remembered
  if (session?.accountId === undefined) return onlyTenantId
  const [only, ...others] = await listTenantsOf(db, session.accountId)
  return others.length === 0 ? only?.id : undefined
}
