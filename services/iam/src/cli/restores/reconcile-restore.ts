// What a restored identity service has forgotten is what was taken away: a disabled account is enabled again, a
// revoked token good, a rotated refresh token fresh. What can be asked for again is ended, once.
//
// Kept by: services/iam/src/cli/restores/restores.test.ts "ends what was good before, once, and leaves what came after"
import type { ReconcileReport } from '@countersign/service-kit/reconcile'
import { inTransaction } from '@countersign/service-kit/transaction'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import type { IamDatabase } from '../../db/types.ts'
import {
  findRecorded,
  insertRestore,
  leaveNumbersOut,
  listSignedIn,
  voidTokens,
} from './queries.ts'

const PEOPLE_AT_ONCE = 100
const operator = { actorKind: 'system', actorId: 'iam-cli' } as const

export async function reconcileRestore(
  db: IamDatabase,
  report: ReconcileReport,
  { restoredTo, repair }: { readonly restoredTo: Date; readonly repair: boolean },
): Promise<void> {
  const known = await findRecorded(db, restoredTo)
  const moment = restoredTo.toISOString()
  const what = `what was revoked since ${moment} is good again: all access tokens of before are voided, everybody signs in anew, and the revocation feed goes on above the numbers it had`
  const kind = 'revocations_lost'
  if (known === undefined && !repair) {
    return report.add({ kind, outcome: 'repairable', text: what })
  }
  const own = known === undefined ? await record(db, restoredTo) : undefined
  const recorded = known ?? own ?? (await findRecorded(db, restoredTo))
  if (recorded === undefined) throw new Error('a restore is never removed')
  if (own !== undefined) {
    report.add({ kind, outcome: 'repaired', text: what })
    const text = `accounts that were disabled, roles, memberships and secrets that were taken, and keys that were withdrawn since ${moment} are as they were before; so are people, tenants and clients that were made since, who are not there. Do again what counts, and run "iam keys rotate" where a key had been withdrawn`
    report.add({ kind: 'changes_lost', outcome: 'undecided', text })
  }
  const ended = await endOld(db, recorded, repair)
  report.count('people who were signed in', ended)
  if (ended === 0 || own !== undefined) return
  const text = `${ended} people were still signed in from before ${recorded.toISOString()}`
  report.add({ kind: 'sessions_of_before', outcome: repair ? 'repaired' : 'repairable', text })
}

function record(db: IamDatabase, restoredTo: Date): Promise<Date | undefined> {
  return inTransaction(db, async (tx) => {
    const recorded = await insertRestore(tx, restoredTo)
    if (recorded === undefined) return undefined
    await leaveNumbersOut(tx)
    await voidTokens(tx)
    const details = { restoredTo: restoredTo.toISOString() }
    await insertAuditEvent(tx, { ...operator, action: 'platform.restored', details }, recorded)
    return recorded
  })
}

/** One person after the other, so that it goes on where it broke off. */
async function endOld(db: IamDatabase, before: Date, repair: boolean): Promise<number> {
  let ended = 0
  for (;;) {
    const people = await listSignedIn(db, before, PEOPLE_AT_ONCE)
    if (!repair) return people.length
    if (people.length === 0) return ended
    for (const userId of people) {
      await inTransaction(db, async (tx) => {
        await endSessionsOf(tx, userId)
        const details = { reason: 'restored' }
        const target = { targetKind: 'user', targetId: userId, details }
        const entry = { ...operator, action: 'sessions.ended', ...target }
        await insertAuditEvent(tx, entry, new Date())
      })
      ended += 1
    }
  }
}
