import type { Db } from '@countersign/service-kit/db'
import type { Problem } from '@countersign/service-kit/problem'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import { sql } from 'kysely'
import {
  type Reader,
  readerOf,
  requireDocumentForChange,
  type TokenUser,
} from '../../access/access.ts'
import { holdVersions } from '../../access/attachment-queries.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { deleteRenditions } from '../renditions/queries.ts'
import { deleteReleasedHolds, findKeeping, isOverdue, type KeptBy } from '../retention/queries.ts'
import { endUpload, lockOpenUploads } from '../uploads/queries.ts'

// Somebody may be sending at this moment, and the reaper must look after they are done.
const GRACE_MS = 15 * 60_000
const afterGrace = (now: Date) => new Date(now.getTime() + GRACE_MS)

/**
 * Removes a document in the trash for good. Its rows go in one transaction; the bytes go later, by
 * the reaper, which looks again whether anything still needs them. What an approval decided about
 * stays, with what is attached to it, as does what applications refer to.
 */
export async function purgeDocument(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  revision: number | undefined,
): Promise<void> {
  await purgeAsReader(deps, await readerOf(deps, caller), documentId, { revision })
}

interface PurgeOptions {
  /** The one that the caller has read, if they say so. */
  readonly revision?: number | undefined
  /**
   * Leaves what has not been in the trash for as long as a policy lets it: it may have been restored, and trashed
   * again, since it was found.
   */
  readonly onlyOverdue?: boolean
}

/** As {@link purgeDocument}, for several of them one after the other. */
export async function purgeAsReader(
  deps: Deps,
  reader: Reader,
  documentId: string,
  { revision, onlyOverdue = false }: PurgeOptions,
): Promise<void> {
  const { tenantId, userId } = reader
  await inTransaction(deps.db, async (tx) => {
    const { document } = await requireDocumentForChange(tx, reader, documentId, 'manage')
    const now = deps.now()
    const isDue = !onlyOverdue || (await isOverdue(tx, tenantId, documentId, now))
    if (document.status !== 'TRASHED' || !isDue) throw problems.document_not_trashed()
    requireRevision(problems, revision, document.revision)
    await holdVersions(tx, tenantId, documentId)
    const obstacle = await findObstacle(tx, tenantId, documentId, now)
    if (obstacle !== undefined) throw obstacle
    // Their rows go with the document; their bytes and reservations have to go as well.
    for (const upload of await lockOpenUploads(tx, tenantId, documentId)) {
      await endUpload(tx, upload, { status: 'ABORTED', reapAfter: afterGrace(now) })
    }
    await deleteReleasedHolds(tx, tenantId, documentId)
    const freed = await removeRows(tx, tenantId, documentId, now)
    await sql`
      update tenant_usage set used_bytes = used_bytes - ${freed}
      where tenant_id = ${tenantId}`.execute(tx)
    const detail = { title: document.title, freedBytes: freed }
    const actor = userActor(userId)
    await appendAudit(tx, tenantId, now, [{ action: 'document.purged', actor, documentId, detail }])
  })
}

/** Why a document in the trash may not be deleted for good; undefined when it may. */
async function findObstacle(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  now: Date,
): Promise<Problem | undefined> {
  const { by, retainedUntil } = await findKeeping(tx, tenantId, documentId, now)
  return by === null ? undefined : refuseKept(by, retainedUntil)
}

/** The refusal of a purge by what keeps the document. */
export function refuseKept(by: KeptBy, retainedUntil: Date | null): Problem {
  switch (by) {
    case 'document_held':
      return problems.document_held()
    case 'retention_not_over':
      return problems.retention_not_over({
        members: { retainedUntil: retainedUntil?.toISOString() },
      })
    case 'document_referenced':
      return problems.document_referenced()
    case 'document_retained':
      return problems.document_retained()
  }
}

async function removeRows(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  now: Date,
): Promise<number> {
  await sql`
    update documents set current_version_id = null
    where tenant_id = ${tenantId} and id = ${documentId}`.execute(tx)
  // Nothing else than refused starts: what came to an approval keeps the document.
  await sql`
    delete from approval_bindings where tenant_id = ${tenantId} and document_id = ${documentId}
      and status = 'FAILED' and instance_id is null`.execute(tx)
  // A restored version has the bytes of another: they are freed once.
  await sql`
    delete from document_versions where tenant_id = ${tenantId} and document_id = ${documentId}
      and restored_from is not null`.execute(tx)
  const { rows } = await sql<{ objectId: string; sizeBytes: number }>`
    delete from document_versions where tenant_id = ${tenantId} and document_id = ${documentId}
    returning object_id as "objectId", size_bytes as "sizeBytes"`.execute(tx)
  const objectIds = rows.map(({ objectId }) => objectId)
  await deleteRenditions(tx, tenantId, objectIds, now)
  await sql`
    update storage_objects set status = 'DELETING', reap_after = ${now}
    where tenant_id = ${tenantId} and id = any(${objectIds}::uuid[]) and status = 'STORED'`.execute(
    tx,
  )
  await sql`
    delete from acl_entries where tenant_id = ${tenantId} and resource_kind = 'document'
      and resource_id = ${documentId}`.execute(tx)
  await sql`
    delete from document_locks where tenant_id = ${tenantId}
      and document_id = ${documentId}`.execute(tx)
  await sql`
    delete from documents where tenant_id = ${tenantId} and id = ${documentId}`.execute(tx)
  return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
