import type { Db } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  type Reader,
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireKeptFolder,
  requireRight,
  requireUnlocked,
  toMoveInto,
  type TokenUser,
} from '../../access/access.ts'
import type { DocumentRow } from '../../access/document-queries.ts'
import { requireNotAttached } from '../../access/require-not-attached.ts'
import type { Right } from '../../core/access.ts'
import { isDay, mergeProperties } from '../../core/property.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { AuditEntry } from '../audit/append-queries.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { requireNoApproval } from './require-no-approval.ts'
import { findKeptByTags } from '../retention/queries.ts'
import { updateDocument } from './queries.ts'
import type { DocumentPatch, DocumentView } from './schema.ts'
import { viewDocument } from './view.ts'

const MOST_PROPERTIES = 50

type Change = Parameters<typeof updateDocument>[4]

interface Planned {
  readonly change: Change
  readonly audit: Pick<AuditEntry, 'action' | 'detail'>
}

type Plan = (
  tx: Db<Schema>,
  document: DocumentRow,
  reader: Reader,
  rights: ReadonlySet<Right>,
) => Promise<Planned | undefined>

/** Locks, checks, changes and records: what every change of a document has in common. */
async function applyChange(
  tx: Db<Schema>,
  deps: Deps,
  reader: Reader,
  documentId: string,
  right: Right,
  plan: Plan,
): Promise<DocumentRow> {
  const { document, rights } = await requireDocumentForChange(tx, reader, documentId, right)
  const now = deps.now()
  const planned = await plan(tx, document, reader, rights)
  if (planned === undefined) return document
  const changed = await updateDocument(tx, reader.tenantId, documentId, now, planned.change)
  const entry = { ...planned.audit, actor: userActor(reader.userId), documentId }
  await appendAudit(tx, reader.tenantId, now, [entry])
  return changed
}

async function changeDocument(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  right: Right,
  plan: Plan,
): Promise<DocumentRow> {
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) => applyChange(tx, deps, reader, documentId, right, plan))
}

async function changeDocumentOnce(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  key: IdempotencyKey | undefined,
  plan: Plan,
): Promise<Answer<DocumentView>> {
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const row = await applyChange(tx, deps, reader, documentId, 'manage', plan)
      return { status: 200, body: viewDocument(row) }
    }),
  )
}

/**
 * A tag by which a policy keeps the document stays on it as long: otherwise whoever may edit could
 * undo what the policy says.
 *
 * @throws `dms.retention_not_over`
 */
async function requireTagsOff(
  tx: Db<Schema>,
  { id, tenantId, tags }: DocumentRow,
  next: readonly string[],
  now: Date,
): Promise<void> {
  const off = tags.filter((tag) => !next.includes(tag))
  const until = off.length === 0 ? null : await findKeptByTags(tx, tenantId, id, off)
  if (until === null || until <= now) return
  throw problems.retention_not_over({
    detail: 'A tag of the document keeps it.',
    members: { retainedUntil: until.toISOString() },
  })
}

/** Title, tags, properties and folder. Who manages a document without writing it moves it, and changes nothing else. */
export function editDocument(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  patch: DocumentPatch,
  revision: number | undefined,
): Promise<DocumentRow> {
  const { folderId, ...edits } = patch
  return changeDocument(deps, caller, documentId, 'read', async (tx, document, reader, rights) => {
    const moves = folderId !== undefined && folderId !== document.folderId
    if (!moves || Object.keys(edits).length > 0) requireRight(rights, 'write')
    // Into another folder means under other access lists: that is for those who keep the lists.
    if (moves) requireRight(rights, 'manage')
    requireActive(document)
    await requireUnlocked(tx, document, reader.userId, deps.now())
    requireRevision(problems, revision, document.revision)
    if (moves && folderId !== null)
      await requireKeptFolder(tx, reader, folderId, toMoveInto(reader))
    if (patch.tags !== undefined) await requireTagsOff(tx, document, patch.tags, deps.now())
    const change: Change = {
      ...(patch.title === undefined ? {} : { title: patch.title }),
      ...(patch.tags === undefined ? {} : { tags: patch.tags }),
      ...changeProperties(document, patch),
      ...(folderId === undefined ? {} : { folder_id: folderId }),
    }
    if (Object.keys(change).length === 0) return undefined
    const { properties } = patch
    const detail = { ...change, ...(properties === undefined ? {} : { properties }) }
    return { change, audit: { action: 'document.edited', detail } }
  })
}

function changeProperties(
  document: DocumentRow,
  { properties }: DocumentPatch,
): Pick<Change, 'properties'> {
  if (properties === undefined) return {}
  for (const [name, property] of Object.entries(properties)) {
    if (property?.type !== 'date' || isDay(property.value)) continue
    throw invalid(`/properties/${name}/value`, 'is no day of the calendar')
  }
  const merged = mergeProperties(document.properties, properties)
  if (Object.keys(merged).length > MOST_PROPERTIES) {
    throw invalid('/properties', `a document has ${MOST_PROPERTIES} at most`)
  }
  return { properties: JSON.stringify(merged) }
}

const invalid = (pointer: string, detail: string) =>
  problems.invalid_request({ errors: [{ pointer, code: 'invalid', detail }] })

/** Into the trash. A second time changes nothing. */
export function trashDocument(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  revision: number | undefined,
): Promise<DocumentRow> {
  return changeDocument(deps, caller, documentId, 'manage', async (tx, document, reader) => {
    if (document.status === 'TRASHED') return undefined
    await requireUnlocked(tx, document, reader.userId, deps.now())
    requireRevision(problems, revision, document.revision)
    await requireNoApproval(tx, document)
    // What is attached to an approval is part of what is decided on.
    await requireNotAttached(tx, document.tenantId, documentId)
    return {
      change: { status: 'TRASHED', trashed_at: deps.now() },
      audit: { action: 'document.trashed' },
    }
  })
}

/** Out of the trash. A second time changes nothing. */
export function restoreDocument(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  revision: number | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<DocumentView>> {
  return changeDocumentOnce(deps, caller, documentId, key, async (_tx, document) => {
    if (document.status === 'ACTIVE') return undefined
    requireRevision(problems, revision, document.revision)
    return {
      change: { status: 'ACTIVE', trashed_at: null },
      audit: { action: 'document.restored' },
    }
  })
}

/**
 * Gives the document to another owner, who then is the one that keeps `manage`.
 *
 * @throws `dms.locked` (423), also while an approval of it is returned to its initiator.
 * @throws `dms.principal_unknown` (422) for somebody the tenant does not have.
 */
export async function transferDocument(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
  heirId: string,
  revision: number | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<DocumentView>> {
  // Tokens spell the ids of users in lower case.
  const ownerId = heirId.toLowerCase()
  const principal = `user:${ownerId}`
  const unknown = await deps.directory.findUnknown(caller.tenantId, [principal])
  return changeDocumentOnce(deps, caller, documentId, key, async (tx, document, reader) => {
    requireActive(document)
    if (document.ownerId === ownerId) return undefined
    await requireUnlocked(tx, document, reader.userId, deps.now())
    requireRevision(problems, revision, document.revision)
    // Only who sent it round may send it again, and they could not read it any more.
    await requireNoApproval(tx, document)
    // Only those who may give it away learn whom the directory knows.
    if (unknown.has(principal)) {
      const fault = { pointer: '/ownerId', code: 'unknown', detail: 'is not known' }
      throw problems.principal_unknown({ errors: [fault] })
    }
    const detail = { from: document.ownerId, to: ownerId }
    return { change: { owner_id: ownerId }, audit: { action: 'document.transferred', detail } }
  })
}
