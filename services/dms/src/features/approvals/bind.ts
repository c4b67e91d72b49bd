import { type Db, isUniqueViolation } from '@countersign/service-kit/db'
import { contentHash } from '@countersign/service-kit/content-hash'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import {
  type Reader,
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireUnlocked,
  type TokenUser,
} from '../../access/access.ts'
import type { DocumentRow } from '../../access/document-queries.ts'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { nextStatus } from '../../core/version.ts'
import type { Schema, VersionStatus } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { unknownVersion } from '../../http/unknown-version.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { setVersionStatus } from '../versions/queries.ts'
import { bizType } from '../../core/biz-type.ts'
import { ownVariables } from './biz-type.ts'
import type { UserCredentials } from '../../http/user-credentials.ts'
import { startInstance, type StartOperation } from './call-workflow.ts'
import { callUntil } from './call.ts'
import {
  type BindingRow,
  findBinding,
  findBindingByKey,
  findLatestBinding,
  insertBinding,
} from './queries.ts'
import type { BindBody } from './schema.ts'

/**
 * Puts a version under approval. The binding is persisted and the version locked first; then the
 * workflow service is called with the user's own token. What the call came to is recorded in a
 * second transaction; when that is not known, the version stays locked.
 *
 * Kept by: services/dms/src/features/approvals/approvals.test.ts "answers the same request key with the same binding, also eight at once"
 * Kept by: services/dms/src/features/approvals/approvals.test.ts "takes a request key for one of two documents"
 * Kept by: services/dms/src/features/approvals/approvals.test.ts "is left to be asked about when the process died while calling"
 * Kept by: services/dms/src/features/approvals/approvals.test.ts "stays locked when the workflow service knows nothing yet"
 *
 * @param user Their own token, which goes on to the workflow service.
 * @throws `dms.approval_refused` (422) when the workflow service refused; `dms.idempotency_conflict`
 * when the request key was used for something else.
 */
export async function bindApproval(
  deps: Deps,
  caller: TokenUser,
  user: UserCredentials,
  documentId: string,
  body: BindBody,
): Promise<{ binding: BindingRow; created: boolean }> {
  refuseOwnVariables(body.variables ?? {})
  const reader = await readerOf(deps, caller)
  const ask = () => inTransaction(deps.db, (tx) => request(tx, deps, reader, documentId, body))
  const { binding, created } = await ask().catch((error: unknown) => {
    if (!isUniqueViolation(error, 'approval_bindings_one_per_key')) throw error
    // The key was used for another document at the same moment, and is known now.
    return ask()
  })
  if (created) await startInstance(deps, binding, user)
  const result = await findBinding(deps.db, caller.tenantId, binding.id)
  // Refused, and purged with its document meanwhile.
  if (result === undefined) throw problems.not_found()
  if (result.status === 'FAILED') {
    throw problems.approval_refused({
      members: { cause: result.refusal, bindingId: result.id },
    })
  }
  return { binding: result, created }
}

async function request(
  tx: Db<Schema>,
  deps: Deps,
  reader: Reader,
  documentId: string,
  body: BindBody,
): Promise<{ binding: BindingRow; created: boolean }> {
  const { tenantId, userId } = reader
  const { document } = await requireDocumentForChange(tx, reader, documentId, 'write')
  const requestHash = contentHash({ documentId, ...body })
  const earlier = await findBindingByKey(tx, tenantId, userId, body.requestKey)
  if (earlier !== undefined) {
    if (earlier.requestHash.equals(requestHash)) return { binding: earlier, created: false }
    throw problems.idempotency_conflict({ members: { bindingId: earlier.id } })
  }
  const now = deps.now()
  const { version, status } = await requireSubmittable(tx, reader, document, body.versionId, now)
  const id = uuidv7()
  await insertBinding(
    tx,
    tenantId,
    {
      id,
      documentId,
      versionId: version.id,
      initiatorId: userId,
      requestKey: body.requestKey,
      requestHash,
      operationKey: body.requestKey,
      operationBody: JSON.stringify(startRequest(version, body)),
      callUntil: callUntil(now),
    },
    now,
  )
  await setVersionStatus(tx, tenantId, version.id, status, now)
  await appendAudit(tx, tenantId, now, [
    {
      action: 'approval.requested',
      actor: userActor(userId),
      documentId,
      versionId: version.id,
      detail: { bindingId: id },
    },
  ])
  const binding = await findBinding(tx, tenantId, id)
  if (binding === undefined) throw new Error('the binding just inserted is not there')
  return { binding, created: true }
}

/** The version to be decided on, and the state that it takes. */
async function requireSubmittable(
  tx: Db<Schema>,
  { tenantId, userId }: Reader,
  document: DocumentRow,
  versionId: string,
  now: Date,
): Promise<{ version: VersionRow; status: VersionStatus }> {
  requireActive(document)
  await requireUnlocked(tx, document, userId, now)
  const open = await findLatestBinding(tx, tenantId, document.id)
  if (open?.status === 'BOUND') {
    throw problems.approval_in_progress({ members: { bindingId: open.id } })
  }
  const version = await findVersion(tx, tenantId, versionId)
  if (version?.documentId !== document.id) throw unknownVersion()
  const status = nextStatus(version.status, 'submit')
  if (status === undefined) throw problems.version_state({ members: { status: version.status } })
  return { version, status }
}

function startRequest(version: VersionRow, body: BindBody): StartOperation {
  return {
    bizType,
    bizId: version.id,
    title: body.title,
    variables: { ...body.variables, ...describeVersion(version) },
    idempotencyKey: body.requestKey,
    ...(body.definitionId === undefined ? {} : { definitionId: body.definitionId }),
  }
}

/** The values of {@link ownVariables} for a version. */
export function describeVersion(version: VersionRow) {
  return {
    documentId: version.documentId,
    versionId: version.id,
    versionNo: version.versionNo,
    fileName: version.fileName,
    contentType: version.contentType,
    sizeBytes: version.sizeBytes,
    sha256: version.sha256.toString('hex'),
  }
}

/**
 * Nobody but this service says which version and which bytes are decided on.
 *
 * @throws `dms.variables_reserved` (422)
 */
export function refuseOwnVariables(variables: Readonly<Record<string, unknown>>): void {
  const errors = ownVariables
    .filter(({ name }) => name in variables)
    .map(({ name }) => ({
      pointer: `/variables/${name}`,
      code: 'not_allowed',
      detail: 'is set by the document service',
    }))
  if (errors.length > 0) throw problems.variables_reserved({ errors })
}
