import type { Database } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from './db/schema.ts'

/** Without its database the service can do nothing; without a storage source it still reads. */
export async function findReadiness(
  db: Database<Schema>,
): Promise<{ database: { status: 'UP' | 'DOWN' } }> {
  try {
    await sql`select 1`.execute(db)
    return { database: { status: 'UP' } }
  } catch {
    return { database: { status: 'DOWN' } }
  }
}
