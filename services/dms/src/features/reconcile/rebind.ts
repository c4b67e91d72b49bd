// Approvals of documents that no binding is for: the binding was made after the moment to which dms was restored.
import type { ReconcileReport } from '@countersign/service-kit/reconcile'
import { contentHash } from '@countersign/service-kit/content-hash'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { lockDocument } from '../../access/document-queries.ts'
import type { BpmListed } from '../../clients/bpm.ts'
import { findVersion } from '../../content/version-queries.ts'
import { bizType } from '../../core/biz-type.ts'
import { nextStatus } from '../../core/version.ts'
import type { Deps } from '../../deps.ts'
import { findBindingByInstance, findLatestBinding } from '../approvals/queries.ts'
import { moveVersion } from '../approvals/version-queries.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import type { Found, Wanted } from './found.ts'
import { forgetEvents, insertRestoredBinding } from './queries.ts'

/** Asks the workflow service for its approvals of documents, newest first, as far back as is compared. */
export async function reconcileApprovals(
  deps: Deps,
  report: ReconcileReport,
  tenantId: string,
  { repair, since }: Wanted,
): Promise<void> {
  let cursor: string | undefined
  do {
    const page = await deps.bpm.listByType(tenantId, bizType, cursor)
    if (page === 'unknown') {
      const text =
        'its approvals of documents were not compared: the workflow service gave no answer; run this again'
      return report.add({ kind: 'workflow_unanswered', outcome: 'unanswered', tenantId, text })
    }
    for (const listed of page.items) {
      if (new Date(listed.createdAt) < since) return
      report.count('approvals with their bindings')
      if ((await findBindingByInstance(deps.db, tenantId, listed.id)) !== undefined) continue
      const found = await rebind(deps, tenantId, listed, repair)
      if (found !== undefined) report.add({ ...found, tenantId, id: listed.id })
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function rebind(
  deps: Deps,
  tenantId: string,
  listed: BpmListed,
  repair: boolean,
): Promise<Found | undefined> {
  const version = await findMeant(deps, tenantId, listed)
  if (version === undefined) {
    // Bound by another command in this moment.
    if ((await findBindingByInstance(deps.db, tenantId, listed.id)) !== undefined) return undefined
    // What it asked about is lost or another: nobody can decide about it, and it is ended by people.
    if (['APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'].includes(listed.status))
      return undefined
    const text = `"${listed.title}" is about a version that is not here, or that is not a draft with these bytes: terminate the approval`
    return { kind: 'approval_without_version', outcome: 'undecided', text }
  }
  const kind = 'binding_lost'
  const text = `"${listed.title}" is ${listed.status} about version ${version.id}, which knows nothing of it: it is bound again, and its events are sent again`
  if (!repair) return { kind, outcome: 'repairable', text }
  await inTransaction(deps.db, (tx) => bindAgain({ ...deps, tx }, tenantId, listed, version))
  const sent = await deps.bpm.redeliver(tenantId, listed.id)
  return { kind, outcome: sent ? 'repaired' : 'unanswered', text }
}

/** The version that an approval names, when it is still the draft that was submitted. */
async function findMeant({ db }: Pick<Deps, 'db'>, tenantId: string, { variables }: BpmListed) {
  const { versionId, sha256 } = variables
  if (typeof versionId !== 'string') return undefined
  const version = await findVersion(db, tenantId, versionId)
  if (version === undefined || nextStatus(version.status, 'submit') === undefined) return undefined
  const open = await findLatestBinding(db, tenantId, version.documentId)
  const isTaken = open !== undefined && open.closedAt === null
  return !isTaken && version.sha256.toString('hex') === sha256 ? version : undefined
}

type Meant = NonNullable<Awaited<ReturnType<typeof findMeant>>>

async function bindAgain(
  { tx, now: clock }: Pick<Deps, 'now'> & { readonly tx: Parameters<typeof lockDocument>[0] },
  tenantId: string,
  { id: instanceId, initiator, title, variables }: BpmListed,
  { id: versionId, documentId }: Meant,
): Promise<void> {
  await lockDocument(tx, tenantId, documentId)
  const version = await findVersion(tx, tenantId, versionId)
  const other = await findLatestBinding(tx, tenantId, documentId)
  const isTaken = other !== undefined && other.closedAt === null
  // Another command, or a person, was faster.
  if (version === undefined || isTaken) return
  const now = clock()
  const id = uuidv7()
  // The key under which it was asked for is lost; this one nobody else uses.
  const requestKey = `restored-${instanceId}`
  const body = { bizType, bizId: versionId, title, variables, idempotencyKey: requestKey }
  await insertRestoredBinding(
    tx,
    tenantId,
    {
      id,
      documentId,
      versionId,
      initiatorId: initiator.id,
      instanceId,
      requestKey,
      requestHash: contentHash({ documentId, versionId, requestKey }),
      operationBody: JSON.stringify(body),
    },
    now,
  )
  await moveVersion(tx, version, 'submit', now)
  await forgetEvents(tx, tenantId, instanceId)
  const detail = { bindingId: id, instanceId }
  await appendAudit(tx, tenantId, now, [
    { action: 'approval.rebound', actor: systemActor, documentId, versionId, detail },
  ])
}
