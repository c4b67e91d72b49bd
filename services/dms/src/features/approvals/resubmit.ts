import { randomUUID } from 'node:crypto'
import type { Db } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  type Reader,
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireUnlocked,
  type TokenUser,
} from '../../access/access.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { nextStatus } from '../../core/version.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { unknownVersion } from '../../http/unknown-version.ts'
import { describeVersion, refuseOwnVariables } from './bind.ts'
import type { UserCredentials } from '../../http/user-credentials.ts'
import { resubmitInstance } from './call-workflow.ts'
import { callUntil } from './call.ts'
import { type BindingRow, findBinding, findLatestBinding, updateBinding } from './queries.ts'
import { moveVersion, replaceVersion, type ResubmitOperation } from './version-queries.ts'
import type { ResubmitBody } from './schema.ts'

/**
 * Sends a returned version round again, or another one in its place: locks document and version,
 * updates the variables as the owning service, then resubmits as the user. A repeat asks the
 * workflow service nothing: it answers what became of the first request.
 *
 * Kept by: services/dms/src/features/approvals/correction.test.ts "is sent once when eight ask for it at once"
 */
export async function resubmitApproval(
  deps: Deps,
  caller: TokenUser,
  user: UserCredentials,
  documentId: string,
  body: NonNullable<ResubmitBody>,
  key: IdempotencyKey | undefined,
): Promise<Answer<BindingRow>> {
  refuseOwnVariables(body.variables ?? {})
  const { tenantId } = caller
  const reader = await readerOf(deps, caller)
  const recorded = await inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const { id, operationKey } = await recordResubmission(tx, deps, reader, documentId, body)
      return { status: 200, body: { id, operationKey } }
    }),
  )
  const binding = await findBinding(deps.db, tenantId, recorded.body.id)
  if (binding === undefined) throw new Error('a binding is never deleted')
  if (!recorded.replayed) await resubmitInstance(deps, binding, user)
  const asked = { tenantId, ...recorded.body }
  return { ...recorded, body: await readResult(deps, asked) }
}

async function recordResubmission(
  tx: Db<Schema>,
  deps: Deps,
  reader: Reader,
  documentId: string,
  { versionId, variables = {} }: NonNullable<ResubmitBody>,
): Promise<{ id: string; operationKey: string }> {
  const { tenantId, userId } = reader
  const { document } = await requireDocumentForChange(tx, reader, documentId, 'write')
  requireActive(document)
  const current = await findLatestBinding(tx, tenantId, documentId)
  if (current === undefined) throw problems.not_found()
  if (current.initiatorId !== userId) throw problems.initiator_only()
  const sent = await findVersion(tx, tenantId, current.versionId)
  if (current.status !== 'BOUND' || sent?.status !== 'RETURNED') {
    throw problems.approval_not_returned({ members: { status: sent?.status } })
  }
  const now = deps.now()
  await requireUnlocked(tx, document, userId, now)
  const version = await findCorrection(tx, sent, versionId)
  const isOther = version.id !== sent.id
  const operation: ResubmitOperation = {
    own: describeVersion(version),
    given: variables,
    ...(isOther ? { replaced: pickBound(current) } : {}),
  }
  const operationKey = randomUUID()
  await updateBinding(tx, tenantId, current.id, now, {
    status: 'REQUESTED',
    operation: 'RESUBMIT',
    operation_key: operationKey,
    operation_body: JSON.stringify(operation),
    call_until: callUntil(now),
    check_after: callUntil(now),
    checks: 0,
    refusal: null,
  })
  if (isOther) await replaceVersion(tx, current, version, now)
  else await moveVersion(tx, version, 'resubmit', now)
  await appendAudit(tx, tenantId, now, [
    {
      action: 'approval.resubmission_requested',
      actor: userActor(userId),
      documentId,
      versionId: version.id,
      detail: { bindingId: current.id, ...(isOther ? { replaces: sent.id } : {}) },
    },
  ])
  return { id: current.id, operationKey }
}

const pickBound = ({ versionId, previousVersionId }: BindingRow) => ({
  versionId,
  previousVersionId,
})

/** The version to be sent: the one that was sent before, unless another one of the document is named. */
async function findCorrection(
  tx: Db<Schema>,
  sent: VersionRow,
  versionId: string | undefined,
): Promise<VersionRow> {
  if (versionId === undefined || versionId.toLowerCase() === sent.id) return sent
  const version = await findVersion(tx, sent.tenantId, versionId)
  if (version?.documentId !== sent.documentId) throw unknownVersion()
  if (nextStatus(version.status, 'submit') === undefined) throw problems.version_state()
  return version
}

/** What became of an operation. @throws `dms.approval_refused` when it was refused. */
export async function readResult(
  deps: Deps,
  asked: Pick<BindingRow, 'tenantId' | 'id' | 'operationKey'>,
): Promise<BindingRow> {
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
