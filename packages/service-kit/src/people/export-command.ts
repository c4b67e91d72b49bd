import type { Kysely } from 'kysely'
import { CommandFault, readOptions } from '../process/command-line.ts'
import { exportPerson, type ExportOptions } from './export.ts'
import type { PersonalData } from './personal-data.ts'

const one = { type: 'string' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface ExportArguments {
  readonly tenantId: string
  readonly userId: string
  readonly after: string | undefined
}

/** @throws CommandFault when the ids are none. */
export function readExportArguments(args: readonly string[]): ExportArguments {
  const { tenant, user, after } = readOptions({ tenant: one, user: one, after: one }, args)
  const [tenantId, userId] = [tenant?.toLowerCase() ?? '', user?.toLowerCase() ?? '']
  if (!UUID.test(tenantId) || !UUID.test(userId))
    throw new CommandFault('--tenant and --user are ids')
  return { tenantId, userId, after }
}

/** Prints what the service has of a person as lines of JSON, the last with the counts. */
export async function printPerson<S>(
  db: Kysely<S>,
  data: PersonalData,
  asked: ExportOptions,
  print: (line: string) => void,
): Promise<void> {
  for await (const line of exportPerson(db, data, asked)) print(JSON.stringify(line))
}
