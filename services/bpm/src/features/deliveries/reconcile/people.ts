import type { ReconcileReport } from '@countersign/service-kit/reconcile'
import type { Database } from '../../../db/schema.ts'
import type { Directory } from '../../../clients/directory.ts'
import { listPeople } from './queries.ts'

const PEOPLE_AT_ONCE = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * People on whom open approvals wait and whom the identity service does not know any more. Who they were only
 * a person can tell: ids are never given twice, so nobody else comes into their place.
 */
export async function reconcilePeople(
  deps: {
    readonly db: Database
    readonly directory: Pick<Directory, 'findUsers'>
    readonly report: ReconcileReport
  },
  tenantId: string,
): Promise<void> {
  let afterId = FIRST_ID
  for (;;) {
    const people = await listPeople(deps.db, tenantId, { afterId, limit: PEOPLE_AT_ONCE })
    const last = people.at(-1)
    if (last === undefined) return
    const ids = people.map(({ id }) => id)
    const known = await deps.directory.findUsers(tenantId, ids)
    deps.report.count('people of open approvals', people.length)
    for (const { id, rows } of people) {
      if (known.has(id)) continue
      const text = `iam does not know this person, whom ${rows} tasks and approvals name: let them in again and hand their work over, or end the approvals`
      deps.report.add({ kind: 'person_unknown', outcome: 'undecided', tenantId, id, text })
    }
    afterId = last.id
  }
}
