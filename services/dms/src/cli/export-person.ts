import { printPerson, readExportArguments } from '@countersign/service-kit/people-export-command'
import { personalData } from '../db/personal-data.ts'
import { tenantData } from '../db/tenant-data.ts'
import type { Deps } from '../deps.ts'
import type { Print } from './arguments.ts'
import { recordExport } from './record-export.ts'

/** Prints what dms has of a person in a tenant, and records it. */
export async function exportOfPerson(
  deps: Pick<Deps, 'db' | 'now'>,
  args: readonly string[],
  print: Print,
): Promise<true> {
  const record = (said: Parameters<typeof recordExport>[1]) => recordExport(deps, said)
  await printPerson(deps.db, personalData, readExportArguments(args), {
    tenantData,
    print,
    record,
  })
  return true
}
