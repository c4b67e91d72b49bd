import type { Db } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  type Reader,
  readerOf,
  requireDocumentForChange,
  type TokenUser,
} from '../../access/access.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import type { UserCredentials } from '../../http/user-credentials.ts'
import { repeatCall } from './call-workflow.ts'
import { callUntil } from './call.ts'
import {
  type BindingRow,
  findBinding,
  findLatestBinding,
  isEndedBeside,
  updateBinding,
} from './queries.ts'
import { recordOutcome } from './record-outcome.ts'
import { readResult } from './resubmit.ts'
import { moveVersion } from './version-queries.ts'

/**
 * Repeats an operation whose result is not known: the stored bytes, the original key, the token of
 * the user, who must be the one that asked first (the key is theirs). A binding whose result is known
 * by now is answered as it is.
 */
export async function retryApproval(
  deps: Deps,
  caller: TokenUser,
  user: UserCredentials,
  documentId: string,
): Promise<BindingRow> {
  const reader = await readerOf(deps, caller)
  const { binding, repeat } = await inTransaction(deps.db, async (tx) => {
    const binding = await lockRepeatable(tx, reader, documentId)
    const now = deps.now()
    requireUnresolved(binding, now)
    if (binding.status === 'BOUND' || binding.status === 'CLOSED') {
      return { binding, repeat: false }
    }
    await updateBinding(tx, caller.tenantId, binding.id, now, {
      status: 'REQUESTED',
      call_until: callUntil(now),
      check_after: callUntil(now),
    })
    const { versionId } = binding
    await appendAudit(tx, caller.tenantId, now, [
      {
        action: 'approval.retried',
        actor: userActor(caller.subject),
        documentId,
        versionId,
        detail: { bindingId: binding.id },
      },
    ])
    return { binding, repeat: true }
  })
  if (!repeat) return binding
  await repeatCall(deps, binding, user)
  return readResult(deps, binding)
}

/**
 * Gives up a start whose result is not known: the key is fenced, so that no late request can still
 * start anything; only then is the version unlocked. If the instance exists after all, it is bound.
 *
 * Gives up an approval as well that is over and decided nothing about the bound version, which becomes a
 * draft again. Whoever manages the document may do both, not the initiator alone, who may be gone.
 *
 * Kept by: services/dms/src/features/approvals/correction.test.ts "is given up, once, when its approval was given for another version"
 */
export async function abandonApproval(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
): Promise<BindingRow> {
  const reader = await readerOf(deps, caller)
  const binding = await inTransaction(deps.db, async (tx) => {
    const latest = await lockAbandonable(tx, reader, documentId)
    const now = deps.now()
    if (isEndedBeside(latest)) return closeEndedBeside(tx, reader, latest, now)
    requireUnresolved(latest, now)
    return latest
  })
  if (binding.status === 'BOUND' || binding.status === 'CLOSED') return binding
  if (binding.operation !== 'START') throw problems.approval_not_unknown()
  const { tenantId, initiatorId, operationKey } = binding
  const found = await deps.bpm.fence(tenantId, initiatorId, operationKey)
  if (found === 'unknown') {
    throw problems.unavailable({
      detail: 'The workflow service does not answer; the version stays locked.',
      headers: { 'retry-after': '5' },
    })
  }
  await recordOutcome(
    deps,
    binding,
    found === 'none'
      ? { kind: 'refused', problem: { code: 'dms.approval_abandoned', title: 'Given up' } }
      : { kind: 'done', instance: found },
    userActor(caller.subject),
  )
  return (await findBinding(deps.db, tenantId, binding.id)) ?? binding
}

/** The latest binding, with its document locked, for its initiator or whoever manages the document. */
async function lockAbandonable(
  tx: Db<Schema>,
  reader: Reader,
  documentId: string,
): Promise<BindingRow> {
  const { rights } = await requireDocumentForChange(tx, reader, documentId, 'read')
  const binding = await findLatestBinding(tx, reader.tenantId, documentId)
  if (binding === undefined) throw problems.not_found()
  const isInitiator = binding.initiatorId === reader.userId && rights.has('write')
  if (!isInitiator && !rights.has('manage')) throw problems.initiator_only()
  return binding
}

async function closeEndedBeside(
  tx: Db<Schema>,
  { tenantId, userId }: Reader,
  binding: BindingRow,
  now: Date,
): Promise<BindingRow> {
  const { id: bindingId, documentId, versionId } = binding
  const version = await findVersion(tx, tenantId, versionId)
  if (version !== undefined) await moveVersion(tx, version, 'cancel', now)
  await updateBinding(tx, tenantId, bindingId, now, { status: 'CLOSED', closed_at: now })
  const actor = userActor(userId)
  const detail = { bindingId, instanceId: binding.instanceId, cause: binding.refusal }
  const entry = { action: 'approval.abandoned', actor, documentId, versionId, detail }
  await appendAudit(tx, tenantId, now, [entry])
  return { ...binding, status: 'CLOSED', closedAt: now }
}

/** The latest binding, for the initiator: the key is theirs. */
async function lockRepeatable(
  tx: Db<Schema>,
  reader: Reader,
  documentId: string,
): Promise<BindingRow> {
  await requireDocumentForChange(tx, reader, documentId, 'write')
  const binding = await findLatestBinding(tx, reader.tenantId, documentId)
  if (binding === undefined) throw problems.not_found()
  if (binding.initiatorId !== reader.userId) throw problems.initiator_only()
  return binding
}

/** @throws `dms.approval_not_unknown` for one that failed and one whose call is still under way. */
function requireUnresolved({ status, callUntil: until }: BindingRow, now: Date): void {
  const underWay = status === 'REQUESTED' && until > now
  if (status !== 'FAILED' && !underWay) return
  throw problems.approval_not_unknown({ members: { status } })
}
