import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { readerOf, requireDocumentForChange, type TokenUser } from '../../access/access.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { queueScan } from './queries.ts'

/**
 * Has the scanner look again, for instance with newer signatures or after its limits were raised.
 * Until it has, the version does not leave.
 *
 * @throws `dms.scanner_missing` (409) where none is configured: it would wait for ever.
 */
export async function rescanVersion(
  deps: Deps,
  caller: TokenUser,
  versionId: string,
  key: IdempotencyKey | undefined,
): Promise<Answer<{ versionId: string; scanStatus: 'PENDING' }>> {
  const { tenantId, subject } = caller
  const reader = await readerOf(deps, caller)
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const version = await findVersion(tx, tenantId, versionId)
      if (version === undefined) throw problems.not_found()
      const { documentId } = version
      await requireDocumentForChange(tx, reader, documentId, 'manage')
      if (deps.scanner === undefined) throw problems.scanner_missing()
      const now = deps.now()
      await queueScan(tx, tenantId, version.objectId, now)
      const actor = userActor(subject)
      await appendAudit(tx, tenantId, now, [
        { action: 'version.rescan_requested', actor, documentId, versionId },
      ])
      return { status: 202, body: { versionId, scanStatus: 'PENDING' } }
    }),
  )
}
