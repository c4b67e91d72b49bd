import { CommandFault } from '@countersign/service-kit/command-line'
import { printPerson, readExportArguments } from '@countersign/service-kit/people-export-command'
import { findMember } from '../accounts/member-queries.ts'
import { personalData } from '../db/personal-data.ts'
import { tenantData } from '../db/tenant-data.ts'
import type { IamDatabase } from '../db/types.ts'
import { recordExport } from './record-export.ts'

/**
 * Prints what iam has of a member of the tenant, and records it.
 *
 * @throws CommandFault for somebody else: their account is no business of the tenant.
 */
export async function exportOfPerson(
  db: IamDatabase,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const asked = readExportArguments(args)
  const { tenantId, userId } = asked
  if ((await findMember(db, tenantId, userId)) === undefined)
    throw new CommandFault(`${userId} is no member of the tenant ${tenantId}`)
  const record = recordExport.bind(undefined, db)
  await printPerson(db, personalData, { ...asked, account: true }, { tenantData, print, record })
}
