import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import {
  readerOf,
  requireActive,
  requireDocumentForChange,
  requireUnlocked,
  type TokenUser,
} from '../../access/access.ts'
import { requireNotAttached } from '../../access/require-not-attached.ts'
import { findVersion } from '../../content/version-queries.ts'
import { nextStatus } from '../../core/version.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { setVersionStatus } from './queries.ts'
import type { VersionView } from './schema.ts'
import { viewVersion } from './view.ts'

/** Publishes an approved version, or archives a published one, of a document that takes changes. */
export async function changeVersionStatus(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  action: 'publish' | 'archive',
  revision: number | undefined,
  key: IdempotencyKey | undefined,
): Promise<Answer<VersionView>> {
  const { tenantId } = caller
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const found = await findVersion(tx, tenantId, versionId)
      if (found === undefined) throw problems.not_found()
      const { document } = await requireDocumentForChange(tx, reader, found.documentId, 'manage')
      requireActive(document)
      const now = deps.now()
      await requireUnlocked(tx, document, caller.subject, now)
      // Read under the document's lock: an event may have moved it on in the meantime.
      const version = await findVersion(tx, tenantId, versionId)
      if (version === undefined) throw problems.not_found()
      requireRevision(problems, revision, version.revision)
      const status = nextStatus(version.status, action)
      if (status === undefined) {
        throw problems.version_state({ members: { status: version.status } })
      }
      // Those who decide could not read it any more.
      if (action === 'archive') await requireNotAttached(tx, tenantId, document.id, versionId)
      await setVersionStatus(tx, tenantId, versionId, status, now)
      await appendAudit(tx, tenantId, now, [
        {
          action: action === 'publish' ? 'version.published' : 'version.archived',
          actor: userActor(caller.subject),
          documentId: document.id,
          versionId,
        },
      ])
      const changed = await findVersion(tx, tenantId, versionId)
      if (changed === undefined) throw problems.not_found()
      return { status: 200, body: viewVersion(changed, caller.permissions) }
    }),
  )
}
