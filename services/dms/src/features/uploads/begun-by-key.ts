import type { IdempotencyKey } from '@countersign/service-kit/idempotency'
import { isKeyFree } from '../../core/upload-session.ts'
import type { Deps } from '../../deps.ts'
import { findCreated, freeCreationKey } from './creation-queries.ts'

/**
 * The session that was begun with the key; one whose time is over lets the key go.
 *
 * @throws `dms.idempotency_conflict` (409) when the key was used for another upload that is not over.
 */
export async function findBegun(deps: Deps, key: IdempotencyKey): Promise<string | undefined> {
  const created = await findCreated(deps.db, key)
  if (created === undefined) return undefined
  if (isKeyFree(created, deps.now())) {
    await freeCreationKey(deps.db, key.tenantId, created.id)
    return undefined
  }
  if (created.requestHash?.equals(key.requestHash) !== true) throw key.conflict()
  return created.id
}
