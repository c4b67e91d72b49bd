import type { Db } from '@countersign/service-kit/db'
import { isForeignKeyViolation, isUniqueViolation } from '@countersign/service-kit/db'
import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import {
  type Reader,
  readerOf,
  requireFolder,
  requireKeptFolder,
  toMoveInto,
  type TokenUser,
} from '../../access/access.ts'
import type { FolderRow } from '../../access/folder-queries.ts'
import { MAX_DEPTH } from '../../core/access.ts'
import { depthOf, fitsBelow, heightOf } from '../../core/folder-depth.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import {
  deleteFolder,
  findDepth,
  insertFolder,
  lockFolder,
  lockFolders,
  takeTurn,
  updateFolder,
} from './queries.ts'
import type { FolderBody, FolderPatch, FolderView } from './schema.ts'
import { viewFolder } from './view.ts'

export async function createFolder(
  deps: Deps,
  caller: TokenUser,
  body: FolderBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<FolderView>> {
  const reader = await readerOf(deps, caller)
  const { tenantId } = caller
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const parentId = body.parentId ?? null
      if (parentId !== null) await checkRoom(tx, reader, parentId)
      const now = deps.now()
      const folder = await insertFolder(tx, {
        tenant_id: tenantId,
        id: uuidv7(),
        parent_id: parentId,
        name: body.name,
        owner_id: caller.subject,
        created_at: now,
        updated_at: now,
      })
      await audit(tx, deps, caller, 'folder.created', { folderId: folder.id, name: body.name })
      return { status: 201, body: viewFolder(folder) }
    }),
  ).catch(nameTaken)
}

/** Renames a folder or moves it, with everything in it and under other inherited lists. */
export async function editFolder(
  deps: Deps,
  caller: TokenUser,
  folderId: string,
  patch: FolderPatch,
  revision: number | undefined,
): Promise<FolderRow> {
  const reader = await readerOf(deps, caller)
  const { parentId } = patch
  return inTransaction(deps.db, async (tx) => {
    const moves = parentId !== undefined
    if (moves) await takeTurn(tx, caller.tenantId)
    const folders = moves ? await lockFolders(tx, caller.tenantId) : []
    if (!moves) await lockFolder(tx, caller.tenantId, folderId)
    const folder = await requireFolder(tx, reader, folderId, moves ? 'manage' : 'write')
    requireRevision(problems, revision, folder.revision)
    if (parentId) await checkTarget(tx, reader, folders, folderId, parentId)
    const change = {
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(parentId === undefined ? {} : { parent_id: parentId }),
    }
    const changed = await updateFolder(tx, caller.tenantId, folderId, deps.now(), change)
    await audit(tx, deps, caller, 'folder.edited', { folderId, ...change })
    return changed
  }).catch(nameTaken)
}

/**
 * Deletes an empty folder; documents in the trash count as content. Locked first, as by who changes its access list:
 * one that takes the right away counts, and none is left of a folder that is gone.
 *
 * Kept by: services/dms/src/features/folders/folders.test.ts "are not removed by who may no longer manage them"
 */
export async function removeFolder(
  deps: Deps,
  caller: TokenUser,
  folderId: string,
  revision: number | undefined,
): Promise<void> {
  const reader = await readerOf(deps, caller)
  await inTransaction(deps.db, async (tx) => {
    await lockFolder(tx, caller.tenantId, folderId)
    const folder = await requireFolder(tx, reader, folderId, 'manage')
    requireRevision(problems, revision, folder.revision)
    await deleteFolder(tx, caller.tenantId, folderId)
    await audit(tx, deps, caller, 'folder.deleted', { folderId })
  }).catch((error: unknown) => {
    if (isForeignKeyViolation(error)) throw problems.folder_not_empty()
    throw error
  })
}

async function checkTarget(
  tx: Db<Schema>,
  reader: Reader,
  folders: readonly FolderRow[],
  folderId: string,
  parentId: string,
): Promise<void> {
  await requireFolder(tx, reader, parentId, toMoveInto(reader))
  const parents = new Map(folders.map((folder) => [folder.id, folder.parentId]))
  const seen = new Set<string>()
  // A ring that a fault has left is walked once.
  for (let at: string | null | undefined = parentId; at && !seen.has(at); at = parents.get(at)) {
    if (at === folderId) throw problems.folder_cycle()
    seen.add(at)
  }
  if (!fitsBelow(depthOf(parentId, folders), heightOf(folderId, folders))) throw tooDeep()
}

/** Whether a new folder may be put there. */
async function checkRoom(tx: Db<Schema>, reader: Reader, parentId: string): Promise<void> {
  await takeTurn(tx, reader.tenantId)
  await requireKeptFolder(tx, reader, parentId)
  if (!fitsBelow(await findDepth(tx, reader.tenantId, parentId), 1)) throw tooDeep()
}

const tooDeep = () => {
  const detail = `would make folders lie more than ${MAX_DEPTH} inside each other`
  return problems.invalid_request({ errors: [{ pointer: '/parentId', code: 'too_deep', detail }] })
}

async function audit(
  tx: Db<Schema>,
  deps: Deps,
  caller: TokenUser,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const actor = userActor(caller.subject)
  await appendAudit(tx, caller.tenantId, deps.now(), [{ action, actor, detail }])
}

function nameTaken(error: unknown): never {
  if (isUniqueViolation(error, 'folders_name_unique')) throw problems.folder_name_taken()
  throw error
}
