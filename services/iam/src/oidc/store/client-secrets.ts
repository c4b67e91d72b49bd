import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../core/client-secrets.ts'
import type { Db } from '../../db/types.ts'
import { listLiveSecrets, touchSecret } from '../../features/clients/queries.ts'

/** Whether a secret is one of the client's live ones; remembers which was used. */
export async function secretMatches(
  db: Db,
  clientRowId: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  const presented = hashSecret(secret)
  const live = await listLiveSecrets(db, clientRowId, now)
  const match = live.find(({ secretHash }) => timingSafeEqual(secretHash, presented))
  if (match === undefined) return false
  await touchSecret(db, match.id, now)
  return true
}
