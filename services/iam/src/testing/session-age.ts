import { sql } from 'kysely'
import type { IamDatabase } from '../db/types.ts'

/** As if everybody who is signed in had been so for this long. */
export const ageSessions = (db: IamDatabase, seconds: number) =>
  sql`
    update oidc_artifacts set payload = jsonb_set(payload, '{loginTs}',
      to_jsonb(floor(extract(epoch from now()))::bigint - ${seconds}::int))
    where kind = 'Session'`.execute(db)
