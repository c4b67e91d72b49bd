// A corrected version takes the place of the one that was sent round, and leaves it again when nothing
// came of it. The caller has locked the document.
//
// Kept by: services/dms/src/features/approvals/correction.test.ts "has the version that was sent back when the resubmission is refused"
import type { Db } from '@countersign/service-kit/db'
import { findVersion, type VersionRow } from '../../content/version-queries.ts'
import { nextStatus, type VersionAction } from '../../core/version.ts'
import type { Schema } from '../../db/schema.ts'
import { setVersionStatus } from '../versions/queries.ts'
import { type BindingRow, updateBinding } from './queries.ts'

/** What a RESUBMIT binding keeps in `operation_body`. */
export interface ResubmitOperation {
  readonly own: Readonly<Record<string, unknown>>
  readonly given: Readonly<Record<string, unknown>>
  /** What was bound before, when another version is sent. */
  readonly replaced?: Pick<BindingRow, 'versionId' | 'previousVersionId'>
}

export const readOperation = ({ operationBody }: BindingRow) =>
  JSON.parse(operationBody) as ResubmitOperation

/** Moves a version on where its state allows that; answers whether it did. */
export async function moveVersion(
  tx: Db<Schema>,
  version: Pick<VersionRow, 'tenantId' | 'id' | 'status'>,
  action: VersionAction,
  now: Date,
): Promise<boolean> {
  const status = nextStatus(version.status, action)
  if (status === undefined) return false
  if (status !== version.status) {
    await setVersionStatus(tx, version.tenantId, version.id, status, now)
  }
  return true
}

/** Binds another version; what was bound is SUPERSEDED from here on. */
export async function replaceVersion(
  tx: Db<Schema>,
  binding: BindingRow,
  next: VersionRow,
  now: Date,
): Promise<BindingRow> {
  const { tenantId, id, versionId } = binding
  const sent = await findVersion(tx, tenantId, versionId)
  if (sent !== undefined) await moveVersion(tx, sent, 'replace', now)
  await moveVersion(tx, next, 'submit', now)
  const change = { version_id: next.id, previous_version_id: versionId }
  await updateBinding(tx, tenantId, id, now, change)
  return { ...binding, versionId: next.id, previousVersionId: versionId }
}

/** Undoes what a resubmission has done to the versions of its document. */
export async function putBack(tx: Db<Schema>, binding: BindingRow, now: Date): Promise<BindingRow> {
  const { tenantId, id } = binding
  const { replaced } = readOperation(binding)
  const bound = await findVersion(tx, tenantId, binding.versionId)
  if (replaced === undefined) {
    if (bound !== undefined) await moveVersion(tx, bound, 'refuseResubmit', now)
    return binding
  }
  if (bound !== undefined) await moveVersion(tx, bound, 'refuse', now)
  const before = await findVersion(tx, tenantId, replaced.versionId)
  if (before !== undefined) await moveVersion(tx, before, 'refuseResubmit', now)
  await updateBinding(tx, tenantId, id, now, {
    version_id: replaced.versionId,
    previous_version_id: replaced.previousVersionId,
  })
  return { ...binding, ...replaced }
}
