import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireFolder,
  type TokenUser,
} from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { listEntries, updateDocument } from '../documents/queries.ts'
import { updateFolder } from '../folders/queries.ts'
import { replaceEntries } from './queries.ts'
import type { AclBody } from './schema.ts'
import { readEntries, viewAcl } from './view.ts'

/** Replaces the access list of a document or folder; the audit keeps both the old and the new. */
export async function replaceAcl(
  deps: Deps,
  caller: TokenUser,
  kind: 'document' | 'folder',
  id: string,
  body: AclBody,
): Promise<AclBody> {
  const entries = readEntries(body)
  const reader = await readerOf(deps, caller)
  const { tenantId } = caller
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    if (kind === 'document') {
      const { document } = await requireDocumentForChange(tx, reader, id, 'manage')
      requireActive(document)
      await updateDocument(tx, tenantId, id, now, { inherit: body.inherit })
    } else {
      await requireFolder(tx, reader, id, 'manage')
      await updateFolder(tx, tenantId, id, now, { inherit: body.inherit })
    }
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
    return viewAcl(body.inherit, entries)
  })
}
