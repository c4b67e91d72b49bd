import { isUniqueViolation } from '@countersign/service-kit/db'
import type { IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { TokenUser } from '../../../access/access.ts'
import { isKeyFree } from '../../../core/upload-session.ts'
import type { Deps } from '../../../deps.ts'
import { type Creation, initiateUpload } from '../initiate.ts'
import type { InitiateBody } from '../schema.ts'
import { findCreated, freeCreationKey } from './creation-queries.ts'

/** The session that a request begins, or has begun before. */
export interface Begun {
  readonly id: string
  /** Whoever has one finds the session again: nothing is lost with an answer. */
  readonly hasKey: boolean
  readonly replayed: boolean
}

/**
 * Begins an upload, or finds the one that the same request with the same key has begun. Of two at once
 * the database lets one begin.
 *
 * @throws `dms.idempotency_conflict` (409) when the key was used for another upload that is not over.
 */
export async function beginOnce(
  deps: Deps,
  caller: TokenUser,
  body: InitiateBody,
  creation: Creation,
): Promise<Begun> {
  const { key } = creation
  const begin = async () => (await initiateUpload(deps, caller, body, undefined, creation)).body.id
  if (key === undefined) return { id: await begin(), hasKey: false, replayed: false }
  for (;;) {
    const id = await findByKey(deps, key)
    if (id !== undefined) return { id, hasKey: true, replayed: true }
    try {
      return { id: await begin(), hasKey: true, replayed: false }
    } catch (error) {
      // Another request with the key was faster: what it began is there now.
      if (!isUniqueViolation(error, 'uploads_one_per_creation_key')) throw error
    }
  }
}

async function findByKey(deps: Deps, key: IdempotencyKey): Promise<string | undefined> {
  const created = await findCreated(deps.db, key)
  if (created === undefined) return undefined
  if (isKeyFree(created, deps.now())) {
    await freeCreationKey(deps.db, key.tenantId, created.id)
    return undefined
  }
  if (created.requestHash?.equals(key.requestHash) !== true) throw key.conflict()
  return created.id
}
