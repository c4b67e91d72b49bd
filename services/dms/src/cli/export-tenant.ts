import { mkdir } from 'node:fs/promises'
import { printTenant, readTenantExportArguments } from '@countersign/service-kit/export-tenant'
import { tenantData } from '../db/tenant-data.ts'
import type { Deps } from '../deps.ts'
import { copyFile } from '../features/tenant-export/copy-file.ts'
import type { Print } from './arguments.ts'

/**
 * Prints what dms has of a tenant. With a folder, the line of an object comes when its copy is there.
 *
 * @returns false when an object is lost.
 */
export async function exportOfTenant(
  deps: Pick<Deps, 'db' | 'stores'>,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const { files, ...asked } = readTenantExportArguments(args, { withFiles: true })
  if (files === undefined) {
    await printTenant(deps.db, tenantData, asked, print)
    return true
  }
  await mkdir(files, { recursive: true, mode: 0o700 })
  let lost = 0
  await printTenant(deps.db, tenantData, asked, print, async ({ table, row }) => {
    if (table !== 'storage_objects') return {}
    const copied = await copyFile(deps, asked.tenantId, String(row['id']), files)
    if ('noFile' in copied && copied.noFile === 'lost') lost += 1
    return copied
  })
  return lost === 0
}
