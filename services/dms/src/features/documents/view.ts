import type { DocumentRow } from '../../access/document-queries.ts'
import type { LockRow } from '../../access/lock-queries.ts'
import { RIGHTS, type Right } from '../../core/access.ts'
import type { DocumentView } from './schema.ts'

export function viewDocument(
  row: DocumentRow,
  extra: {
    rights?: ReadonlySet<Right>
    /** The versions that are there for the reader, where not every one is. */
    only?: ReadonlySet<string> | undefined
    lock?: LockRow | undefined
    snippet?: string | undefined
    hasApproval?: boolean
  } = {},
): DocumentView {
  const { only } = extra
  const { currentVersionId: current } = row
  const showsCurrent = only === undefined || (current !== null && only.has(current))
  return {
    id: row.id,
    title: row.title,
    folderId: row.folderId,
    tags: row.tags,
    properties: row.properties,
    status: row.status,
    ownerId: row.ownerId,
    currentVersionId: showsCurrent ? current : ([...only][0] ?? null),
    versionCount: only?.size ?? row.lastVersionNo,
    ...(extra.rights ? { rights: RIGHTS.filter((right) => extra.rights?.has(right)) } : {}),
    ...(extra.lock ? { lock: viewLock(extra.lock) } : {}),
    ...(extra.hasApproval === undefined ? {} : { hasApproval: extra.hasApproval }),
    ...(extra.snippet === undefined ? {} : { snippet: extra.snippet }),
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    trashedAt: row.trashedAt?.toISOString() ?? null,
  }
}

export function viewLock(lock: LockRow) {
  return {
    reason: lock.reason,
    holder: lock.holderId,
    ...(lock.bindingId === null ? {} : { bindingId: lock.bindingId }),
    ...(lock.expiresAt === null ? {} : { expiresAt: lock.expiresAt.toISOString() }),
  }
}
