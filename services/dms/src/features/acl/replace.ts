import type { Db } from '@countersign/service-kit/db'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  type Reader,
  readerOf,
  requireActive,
  requireDocument,
  requireDocumentForChange,
  requireFolder,
  type TokenUser,
} from '../../access/access.ts'
import { listEntries } from '../../access/level-queries.ts'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { updateDocument } from '../documents/queries.ts'
import { lockFolder, updateFolder } from '../folders/queries.ts'
import { type NewEntry, replaceEntries } from './queries.ts'
import type { AclBody, AclView } from './schema.ts'
import { readEntries, viewAcl } from './view.ts'

interface Resource {
  readonly kind: 'document' | 'folder'
  readonly id: string
}

/**
 * Replaces the access list of a document or folder; the audit keeps both the old and the new.
 *
 * @param revision The revision of the list that the caller has read, if they say so.
 * @throws `dms.principal_unknown` (422) for whom the tenant's directory does not know.
 */
export async function replaceAcl(
  deps: Deps,
  caller: TokenUser,
  resource: Resource,
  body: AclBody,
  revision: number | undefined,
): Promise<AclView> {
  const entries = readEntries(body)
  const reader = await readerOf(deps, caller)
  const { tenantId } = caller
  const { kind, id } = resource
  // Only those who may keep the list learn whom the directory knows.
  await requireManage(deps.db, reader, resource)
  await requireKnown(deps, tenantId, entries)
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const { aclRevision } = await lockResource(tx, reader, resource)
    requireRevision(problems, revision, aclRevision)
    const change = { inherit: body.inherit, acl_revision: aclRevision + 1 }
    const update = kind === 'document' ? updateDocument : updateFolder
    const changed = await update(tx, tenantId, id, now, change)
    const before = await listEntries(tx, tenantId, kind, id)
    await replaceEntries(tx, tenantId, kind, id, entries)
    await appendAudit(tx, tenantId, now, [
      {
        action: `${kind}.acl_changed`,
        actor: userActor(caller.subject),
        documentId: kind === 'document' ? id : null,
        detail: {
          ...(kind === 'folder' ? { folderId: id } : {}),
          before,
          after: entries,
          inherit: body.inherit,
        },
      },
    ])
    return viewAcl(changed, entries)
  })
}

async function requireManage(db: Db<Schema>, reader: Reader, { kind, id }: Resource) {
  if (kind === 'folder') return requireFolder(db, reader, id, 'manage')
  return (await requireDocument(db, reader, id, 'manage')).document
}

async function lockResource(tx: Db<Schema>, reader: Reader, { kind, id }: Resource) {
  if (kind === 'folder') {
    await lockFolder(tx, reader.tenantId, id)
    return requireFolder(tx, reader, id, 'manage')
  }
  const { document } = await requireDocumentForChange(tx, reader, id, 'manage')
  requireActive(document)
  return document
}

async function requireKnown(
  deps: Deps,
  tenantId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  const asked = entries.map(({ principal }) => principal).filter((each) => each !== 'public')
  if (asked.length === 0) return
  const unknown = await deps.directory.findUnknown(tenantId, asked)
  const errors = entries.flatMap(({ principal }, index) =>
    unknown.has(principal)
      ? [{ pointer: `/entries/${index}/principal/id`, code: 'unknown', detail: 'is not known' }]
      : [],
  )
  if (errors.length > 0) throw problems.principal_unknown({ errors })
}
