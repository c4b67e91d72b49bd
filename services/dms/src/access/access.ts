import type { Db } from '@countersign/service-kit/db'
import { type AccessUser, decideAccess, type Right } from '../core/access.ts'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'
import { type DocumentRow, findDocument, lockDocument } from './document-queries.ts'
import { findFolder, type FolderRow, keepFolder } from './folder-queries.ts'
import { listDocumentLevels, listFolderLevels, listGroupPrincipals } from './level-queries.ts'
import { findLock } from './lock-queries.ts'

/** A user of a tenant and whom the access lists know them as. */
export interface Reader extends AccessUser {
  readonly tenantId: string
  readonly userId: string
}

/** What of a verified caller counts for access. */
export interface TokenUser {
  readonly tenantId: string
  readonly subject: string
  readonly permissions: readonly string[]
}

/** Looks up roles and departments. May ask iam: call it before a transaction, not inside. */
export async function readerOf(deps: Deps, caller: TokenUser): Promise<Reader> {
  const { tenantId, subject: userId, permissions } = caller
  const groups = await listGroupPrincipals(deps.db, tenantId)
  const memberships =
    groups.length === 0
      ? new Set<string>()
      : await deps.directory.findMemberships(tenantId, userId, groups)
  return {
    tenantId,
    userId,
    principals: new Set(['public', `user:${userId}`, ...memberships]),
    isAdministrator: permissions.includes('dms:document:admin'),
  }
}

export interface DocumentAccess {
  readonly document: DocumentRow
  readonly rights: ReadonlySet<Right>
  /** Whether reading is more than knowing of it. */
  readonly seesContent: boolean
  /** Whether what the reader is shown must bear their name. */
  readonly watermark: boolean
}

/**
 * The document, when the reader has the right.
 *
 * @throws `dms.not_found` when the reader may not know of it, `dms.forbidden` when they see it and
 * lack the right.
 */
export async function requireDocument(
  db: Db<Schema>,
  reader: Reader,
  documentId: string,
  right: Right,
): Promise<DocumentAccess> {
  return check(db, reader, await findDocument(db, reader.tenantId, documentId), right)
}

/** As {@link requireDocument}, with the document's row locked for a change. */
export async function requireDocumentForChange(
  tx: Db<Schema>,
  reader: Reader,
  documentId: string,
  right: Right,
): Promise<DocumentAccess> {
  return check(tx, reader, await lockDocument(tx, reader.tenantId, documentId), right)
}

async function check(
  db: Db<Schema>,
  reader: Reader,
  document: DocumentRow | undefined,
  right: Right,
): Promise<DocumentAccess> {
  if (document === undefined) throw problems.not_found()
  const levels = await listDocumentLevels(db, document)
  const decision = decideAccess({ ownerId: document.ownerId, levels }, reader)
  const { rights, seesContent, watermark } = decision
  // What is in the trash is gone for everybody but those who could bring it back.
  const visible = document.status === 'ACTIVE' ? rights.has('read') : rights.has('manage')
  if (!visible) throw problems.not_found()
  if (!rights.has(right)) throw problems.forbidden({ members: { required: right } })
  return { document, rights, seesContent, watermark }
}

/** @throws `dms.forbidden` for an administrator who cannot read the document themselves. */
export function requireSeesContent({ seesContent }: Pick<DocumentAccess, 'seesContent'>): void {
  if (!seesContent) throw problems.forbidden({ members: { required: 'read' } })
}

/** @throws `dms.document_trashed` (409) */
export function requireActive(document: DocumentRow): void {
  if (document.status !== 'ACTIVE') throw problems.document_trashed()
}

/** @throws `dms.locked` (423), naming the holder, when somebody else or an approval has it. */
export async function requireUnlocked(
  tx: Db<Schema>,
  document: DocumentRow,
  userId: string,
  now: Date,
): Promise<void> {
  const lock = await findLock(tx, document.tenantId, document.id, now)
  if (lock === undefined || (lock.bindingId === null && lock.holderId === userId)) return
  throw problems.locked({
    members: {
      reason: lock.reason,
      holder: lock.holderId,
      ...(lock.bindingId === null ? {} : { bindingId: lock.bindingId }),
      ...(lock.expiresAt === null ? {} : { expiresAt: lock.expiresAt.toISOString() }),
    },
  })
}

/**
 * The folder, when the reader has the right. Whoever sees a folder sees its name, not its content.
 *
 * @throws `dms.not_found`, `dms.forbidden`
 */
export async function requireFolder(
  db: Db<Schema>,
  reader: Reader,
  folderId: string,
  right: Right,
): Promise<FolderRow> {
  const folder = await findFolder(db, reader.tenantId, folderId)
  if (folder === undefined) throw problems.not_found()
  const levels = await listFolderLevels(db, reader.tenantId, folderId)
  const { rights } = decideAccess({ ownerId: folder.ownerId, levels }, reader)
  if (!rights.has('read')) throw problems.not_found()
  if (!rights.has(right)) throw problems.forbidden({ members: { required: right } })
  return folder
}

/** As {@link requireFolder} to put something into it; it stays there until the transaction ends. */
export async function requireKeptFolder(
  tx: Db<Schema>,
  reader: Reader,
  folderId: string,
): Promise<void> {
  const isThere = await keepFolder(tx, reader.tenantId, folderId)
  if (!isThere) throw problems.not_found()
  await requireFolder(tx, reader, folderId, 'write')
}
