import type { Kysely } from 'kysely'
import { printRecorded, type AskedExport, type ExportOutput } from '../people/recorded-export.ts'
import { CommandFault, readOptions, whoRuns } from '../process/command-line.ts'
import { exportTenant, type TenantExportOptions } from './export.ts'
import type { TenantData } from './tenant-data.ts'

const one = { type: 'string' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface TenantExportArguments extends TenantExportOptions, AskedExport {
  readonly after: string | undefined
  /** Where contents are copied to, where a service has any. */
  readonly files: string | undefined
}

/** @throws CommandFault when the tenant is no id. */
export function readTenantExportArguments(
  args: readonly string[],
  { withFiles = false }: { readonly withFiles?: boolean } = {},
): TenantExportArguments {
  const known = { tenant: one, after: one, by: one, ...(withFiles ? { files: one } : {}) }
  const { tenant, after, by, files } = readOptions<Record<string, typeof one>>(known, args)
  const tenantId = tenant?.toLowerCase() ?? ''
  if (!UUID.test(tenantId)) throw new CommandFault('--tenant is no id')
  return { tenantId, after, files, by: whoRuns(by) }
}

/** Prints what the service has of a tenant, and records it. */
export const printTenant = <S>(
  db: Kysely<S>,
  data: TenantData,
  asked: TenantExportOptions & AskedExport,
  output: Omit<ExportOutput, 'tenantData'>,
): Promise<void> =>
  printRecorded(db, exportTenant(db, data, asked), asked, { ...output, tenantData: data })
