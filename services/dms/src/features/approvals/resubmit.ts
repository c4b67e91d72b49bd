import { randomUUID } from 'node:crypto'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireUnlocked,
  type TokenUser,
} from '../../access.ts'
import { nextStatus } from '../../core/version.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { findVersion, setVersionStatus } from '../versions/queries.ts'
import { describeVersion, refuseOwnVariables } from './bind.ts'
import { callUntil } from './call.ts'
import { type BindingRow, findBinding, findLatestBinding, updateBinding } from './queries.ts'
import { resubmitInstance, type ResubmitOperation } from './start-instance.ts'

/**
 * Sends a returned version round again: locks document and version, updates the variables as the
 * owning service, then resubmits as the user.
 */
export async function resubmitApproval(
  deps: Deps,
  caller: TokenUser,
  authorization: string,
  documentId: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<BindingRow> {
  refuseOwnVariables(variables)
  const { tenantId } = caller
  const reader = await readerOf(deps, caller)
  const binding = await inTransaction(deps.db, async (tx) => {
    const { document } = await requireDocumentForChange(tx, reader, documentId, 'write')
    requireActive(document)
    const current = await findLatestBinding(tx, tenantId, documentId)
    if (current === undefined) throw problems.not_found()
    if (current.initiatorId !== caller.subject) throw problems.initiator_only()
    const version = await findVersion(tx, tenantId, current.versionId)
    if (current.status !== 'BOUND' || version?.status !== 'RETURNED') {
      throw problems.approval_not_returned({ members: { status: version?.status } })
    }
    const now = deps.now()
    await requireUnlocked(tx, document, caller.subject, now)
    const operation: ResubmitOperation = { own: describeVersion(version), given: variables }
    await updateBinding(tx, tenantId, current.id, now, {
      status: 'REQUESTED',
      operation: 'RESUBMIT',
      operation_key: randomUUID(),
      operation_body: JSON.stringify(operation),
      call_until: callUntil(now),
      check_after: callUntil(now),
      checks: 0,
      refusal: null,
    })
    const status = nextStatus(version.status, 'resubmit')
    if (status === undefined) throw problems.approval_not_returned()
    await setVersionStatus(tx, tenantId, version.id, status, now)
    await appendAudit(tx, tenantId, now, [
      {
        action: 'approval.resubmission_requested',
        actor: userActor(caller.subject),
        documentId,
        versionId: version.id,
        detail: { bindingId: current.id },
      },
    ])
    const requested = await findBinding(tx, tenantId, current.id)
    if (requested === undefined) throw new Error('a binding is never deleted')
    return requested
  })
  await resubmitInstance(deps, binding, authorization)
  return readResult(deps, binding)
}

/** What became of an operation. @throws `dms.approval_refused` when it was refused. */
export async function readResult(deps: Deps, asked: BindingRow): Promise<BindingRow> {
  const binding = await findBinding(deps.db, asked.tenantId, asked.id)
  if (binding === undefined) throw new Error('a binding is never deleted')
  const sameOperation = binding.operationKey === asked.operationKey
  if (sameOperation && binding.refusal !== null) {
    throw problems.approval_refused({
      members: { cause: binding.refusal, bindingId: binding.id },
    })
  }
  return binding
}
