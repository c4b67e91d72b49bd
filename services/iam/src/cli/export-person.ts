import { CommandFault } from '@countersign/service-kit/command-line'
import { printPerson, readExportArguments } from '@countersign/service-kit/export-person'
import { findMember } from '../accounts/member-queries.ts'
import { insertAuditEvent } from '../audit/entries.ts'
import { personalData } from '../db/personal-data.ts'
import type { IamDatabase } from '../db/types.ts'

/**
 * Prints what iam has of a member of the tenant, and records that it was asked for.
 *
 * @throws CommandFault for somebody else: their account is no business of the tenant.
 */
export async function exportOfPerson(
  db: IamDatabase,
  args: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const asked = readExportArguments(args)
  const { tenantId, userId: targetId } = asked
  if ((await findMember(db, tenantId, targetId)) === undefined)
    throw new CommandFault(`${targetId} is no member of the tenant ${tenantId}`)
  const entry = { action: 'person.exported', actorKind: 'system', tenantId } as const
  await insertAuditEvent(db, { ...entry, targetKind: 'user', targetId }, new Date())
  await printPerson(db, personalData, { ...asked, account: true }, print)
}
