import { isUniqueViolation } from '@countersign/service-kit/db'
import type { TokenUser } from '../../../access/access.ts'
import type { Deps } from '../../../deps.ts'
import { findBegun } from '../begun-by-key.ts'
import { type Creation, initiateUpload } from '../initiate.ts'
import type { InitiateBody } from '../schema.ts'

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
    const id = await findBegun(deps, key)
    if (id !== undefined) return { id, hasKey: true, replayed: true }
    try {
      return { id: await begin(), hasKey: true, replayed: false }
    } catch (error) {
      // Another request with the key was faster: what it began is there now.
      if (!isUniqueViolation(error, 'uploads_one_per_creation_key')) throw error
    }
  }
}
