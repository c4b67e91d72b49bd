import type { Kysely } from 'kysely'
import { CommandFault, readOptions } from '../process/command-line.ts'
import type { ExportedRow } from '../people/export-rows.ts'
import { exportTenant, type TenantExportOptions } from './export.ts'
import type { TenantData } from './tenant-data.ts'

const one = { type: 'string' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface TenantExportArguments extends TenantExportOptions {
  /** Where contents are copied to, where a service has any. */
  readonly files: string | undefined
}

/** @throws CommandFault when the tenant is no id. */
export function readTenantExportArguments(
  args: readonly string[],
  { withFiles = false }: { readonly withFiles?: boolean } = {},
): TenantExportArguments {
  const known = { tenant: one, after: one, ...(withFiles ? { files: one } : {}) }
  const { tenant, after, files } = readOptions<Record<string, typeof one>>(known, args)
  const tenantId = tenant?.toLowerCase() ?? ''
  if (!UUID.test(tenantId)) throw new CommandFault('--tenant is no id')
  return { tenantId, after, files }
}

/**
 * Prints what the service has of a tenant as lines of JSON, the last with the counts.
 *
 * @param beforeLine What has to be done before a row counts as exported; what it answers stands in the line.
 */
export async function printTenant<S>(
  db: Kysely<S>,
  data: TenantData,
  asked: TenantExportOptions,
  print: (line: string) => void,
  beforeLine: (line: ExportedRow) => Promise<object> = async () => ({}),
): Promise<void> {
  for await (const line of exportTenant(db, data, asked))
    print(JSON.stringify('end' in line ? line : { ...line, ...(await beforeLine(line)) }))
}
