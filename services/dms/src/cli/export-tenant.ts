import { mkdir } from 'node:fs/promises'
import {
  printTenant,
  readTenantExportArguments,
} from '@countersign/service-kit/tenants-export-command'
import type { ExportOutput } from '@countersign/service-kit/recorded-export'
import { tenantData } from '../db/tenant-data.ts'
import type { Deps } from '../deps.ts'
import { copyFile } from '../features/tenant-export/copy-file.ts'
import type { Print } from './arguments.ts'
import { recordExport } from './record-export.ts'

/**
 * Prints what dms has of a tenant, and records it. With a folder, the line of an object comes when its copy is there.
 *
 * @returns false when an object is lost.
 */
export async function exportOfTenant(
  deps: Pick<Deps, 'db' | 'now' | 'stores'>,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const { files, ...asked } = readTenantExportArguments(args, { withFiles: true })
  if (files === undefined) {
    const record: ExportOutput['record'] = (said) => recordExport(deps, said)
    await printTenant(deps.db, tenantData, asked, { print, record })
    return true
  }
  await mkdir(files, { recursive: true, mode: 0o700 })
  let [copied, lost] = [0, 0]
  await printTenant(deps.db, tenantData, asked, {
    print,
    record: (said) =>
      recordExport(deps, said, said.counts ? { files: { copied, lost } } : { withFiles: true }),
    beforeLine: async ({ table, row }) => {
      if (table !== 'storage_objects') return {}
      const answer = await copyFile(deps, asked.tenantId, String(row['id']), files)
      if ('file' in answer) copied += 1
      if ('noFile' in answer && answer.noFile === 'lost') lost += 1
      return answer
    },
  })
  return lost === 0
}
