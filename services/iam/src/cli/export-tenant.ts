import { CommandFault } from '@countersign/service-kit/command-line'
import {
  printTenant,
  readTenantExportArguments,
} from '@countersign/service-kit/tenants-export-command'
import { tenantData } from '../db/tenant-data.ts'
import type { IamDatabase } from '../db/types.ts'
import { findTenant } from '../features/tenants/queries.ts'
import { recordExport } from './record-export.ts'

/**
 * Prints what iam has of a tenant, and records it.
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
  const record = recordExport.bind(undefined, db)
  await printTenant(db, tenantData, asked, { print, record })
}
