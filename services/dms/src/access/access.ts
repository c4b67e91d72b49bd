import type { Agent } from '@countersign/service-kit/caller'
import type { Db } from '@countersign/service-kit/db'
import {
  type AccessDecision,
  type AccessUser,
  type AclLevel,
  decideAccess,
  type Right,
  type TaskReading,
} from '../core/access.ts'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { problems } from '../problems.ts'
import { listAttachedReadings } from './attachment-queries.ts'
import { type DocumentRow, findDocument, lockDocument } from './document-queries.ts'
import { findFolder, type FolderRow, keepFolder } from './folder-queries.ts'
import { listDocumentLevels, listFolderLevels, listGroupPrincipals } from './level-queries.ts'
import { findLock } from './lock-queries.ts'
import { listTaskReadings, type TaskReader } from './task-queries.ts'

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
  /** That asks in their name. */
  readonly agent?: Agent
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
  /** The access lists that count for it, nearest first. */
  readonly levels: readonly AclLevel[]
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
  return grant(document, levels, decideAccess({ ownerId: document.ownerId, levels }, reader), right)
}

function grant(
  document: DocumentRow,
  levels: readonly AclLevel[],
  { rights, seesContent, watermark }: AccessDecision,
  right: Right,
): DocumentAccess {
  // What is in the trash is gone for everybody but those who could bring it back.
  const visible = document.status === 'ACTIVE' ? rights.has('read') : rights.has('manage')
  if (!visible) throw problems.not_found()
  requireRight(rights, right)
  return { document, levels, rights, seesContent, watermark }
}

/** @throws `dms.forbidden` */
export function requireRight(rights: ReadonlySet<Right>, right: Right): void {
  if (!rights.has(right)) throw problems.forbidden({ members: { required: right } })
}

/** What of a document is read, and what that rests on. */
export interface ReadAccess extends DocumentAccess {
  /** Whether its content is seen because a task of the reader is about it, and not by any list. */
  readonly byTask: boolean
  /** All versions that are there for the reader, bound ones first; undefined: every one. */
  readonly only: ReadonlySet<string> | undefined
}

/**
 * As {@link requireDocument}, to read of it: those may as well who have to decide about a version, that
 * version and the one it is compared with. Tasks are looked up where the lists do not give reading.
 *
 * @param asked One version, by the id as its row has it, or the document with all that can be read of it.
 */
export async function requireReading(
  db: Db<Schema>,
  reader: Reader,
  asked: { readonly documentId: string; readonly versionId?: string },
  right: 'read' | 'download',
  now: Date,
): Promise<ReadAccess> {
  const { tenantId, userId } = reader
  const { documentId, versionId } = asked
  const document = await findDocument(db, tenantId, documentId)
  if (document === undefined) throw problems.not_found()
  const levels = await listDocumentLevels(db, document)
  const subject = { ownerId: document.ownerId, levels }
  const byLists = decideAccess(subject, reader)
  if (byLists.seesContent) {
    return { ...grant(document, levels, byLists, right), byTask: false, only: undefined }
  }
  const found = await listReadings(db, { tenantId, documentId, userId }, now)
  const tasks = found.filter((each) => versionId === undefined || each.versionId === versionId)
  const decision = decideAccess({ ...subject, tasks }, reader)
  const only = byLists.rights.has('read') ? undefined : new Set(tasks.map((each) => each.versionId))
  return { ...grant(document, levels, decision, right), byTask: decision.seesContent, only }
}

/** What of a document a person reads by tasks, and by what is attached to their approvals. */
export async function listReadings(
  db: Db<Schema>,
  reader: TaskReader,
  now: Date,
): Promise<TaskReading[]> {
  return [
    ...(await listTaskReadings(db, reader, now)),
    ...(await listAttachedReadings(db, reader, now)),
  ]
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
  requireRight(rights, right)
  return folder
}

/** As {@link requireFolder} to put something into it; it stays there until the transaction ends. */
export async function requireKeptFolder(
  tx: Db<Schema>,
  reader: Reader,
  folderId: string,
  right: Right = 'write',
): Promise<void> {
  const isThere = await keepFolder(tx, reader.tenantId, folderId)
  if (!isThere) throw problems.not_found()
  await requireFolder(tx, reader, folderId, right)
}

/** What it takes to move something into a folder: an administrator keeps the order in all of them. */
export const toMoveInto = ({ isAdministrator }: Reader): Right =>
  isAdministrator ? 'manage' : 'write'
