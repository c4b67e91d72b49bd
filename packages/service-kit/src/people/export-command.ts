import type { Kysely } from 'kysely'
import { CommandFault, readOptions, whoRuns } from '../process/command-line.ts'
import { exportPerson, type ExportOptions } from './export.ts'
import type { PersonalData } from './personal-data.ts'
import { printRecorded, type AskedExport, type ExportOutput } from './recorded-export.ts'

const one = { type: 'string' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type ExportArguments = Required<AskedExport>

/** @throws CommandFault when the ids are none. */
export function readExportArguments(args: readonly string[]): ExportArguments {
  const known = { tenant: one, user: one, after: one, by: one }
  const { tenant, user, after, by } = readOptions(known, args)
  const [tenantId, userId] = [tenant?.toLowerCase() ?? '', user?.toLowerCase() ?? '']
  if (!UUID.test(tenantId) || !UUID.test(userId))
    throw new CommandFault('--tenant and --user are ids')
  return { tenantId, userId, after, by: whoRuns(by) }
}

/** Prints what the service has of a person, and records it. */
export const printPerson = <S>(
  db: Kysely<S>,
  data: PersonalData,
  asked: ExportOptions & ExportArguments,
  output: ExportOutput,
): Promise<void> => printRecorded(db, exportPerson(db, data, asked), asked, output)
