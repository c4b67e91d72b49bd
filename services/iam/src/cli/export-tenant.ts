import { CommandFault } from '@countersign/service-kit/command-line'
import { printTenant, readTenantExportArguments } from '@countersign/service-kit/export-tenant'
import { insertAuditEvent } from '../audit/entries.ts'
import { tenantData } from '../db/tenant-data.ts'
import type { IamDatabase } from '../db/types.ts'
import { findTenant } from '../features/tenants/queries.ts'

/**
 * Prints what iam has of a tenant, and records that it was asked for.
 *
 * @throws CommandFault when there is no such tenant.
 */
export async function exportOfTenant(
  db: IamDatabase,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const asked = readTenantExportArguments(args)
  const { tenantId } = asked
  if ((await findTenant(db, tenantId)) === undefined)
    throw new CommandFault(`there is no tenant ${tenantId}`)
  const entry = { action: 'tenant.exported', actorKind: 'system', tenantId } as const
  await insertAuditEvent(db, { ...entry, targetKind: 'tenant', targetId: tenantId }, new Date())
  await printTenant(db, tenantData, asked, print)
}
