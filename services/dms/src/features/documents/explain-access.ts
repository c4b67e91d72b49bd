import {
  listReadings,
  readerOf,
  requireDocument,
  requireReading,
  type TokenUser,
} from '../../access/access.ts'
import { decideAccess, RIGHTS, type TaskReading } from '../../core/access.ts'
import type { Deps } from '../../deps.ts'

/**
 * What somebody may do with a document and which entry or task says so. About others only those may ask who
 * keep the access list. Functional permissions are in a user's token and not known here.
 */
export async function explainAccess(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  askedFor: string,
) {
  // Tokens spell the ids of users in lower case.
  const userId = askedFor.toLowerCase()
  const self = userId === caller.subject
  const asking = await readerOf(deps, caller)
  const { tenantId } = caller
  const now = deps.now()
  const { document, levels } = self
    ? await requireReading(deps.db, asking, { documentId }, 'read', now)
    : await requireDocument(deps.db, asking, documentId, 'manage')
  const reader = self
    ? asking
    : await readerOf(deps, { tenantId, subject: userId, permissions: [] })
  const tasks = await listReadings(deps.db, { tenantId, documentId, userId }, now)
  const decision = decideAccess({ ownerId: document.ownerId, levels, tasks }, reader)
  const { rights, reasons, seesContent, watermark } = decision
  return {
    userId,
    rights: RIGHTS.filter((each) => rights.has(each)),
    seesContent,
    watermark,
    reasons: reasons.map(({ task, ...reason }) => ({
      ...reason,
      ...(task === undefined ? {} : { task: viewTask(task) }),
    })),
  }
}

const viewTask = ({ until, ...task }: TaskReading) => ({
  ...task,
  ...(until === null ? {} : { until: until.toISOString() }),
})
