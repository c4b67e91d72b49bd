import { sql } from 'kysely'
import type { IamDatabase } from '../db/types.ts'

/** Makes of each refresh token that was used one that was used too long ago to come again. */
export async function passLeeway(db: IamDatabase): Promise<void> {
  await db
    .updateTable('oidc_artifacts')
    .set({ consumed_at: sql<Date>`consumed_at - interval '1 minute'` })
    .where('kind', '=', 'RefreshToken')
    .where('consumed_at', 'is not', null)
    .execute()
}
