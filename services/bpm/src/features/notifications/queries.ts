import type { Language } from '@countersign/service-kit/language'
import { sql } from 'kysely'
import type { MailMode } from '../../core/notice.ts'
import type { Db } from '../../db/schema.ts'

/** How somebody wants to be told, and on which clock their tenant lives. */
export interface Preference {
  readonly mail: MailMode
  /** null: none was chosen. */
  readonly language: Language | null
  /** 0 as long as nothing was chosen. */
  readonly revision: number
  readonly timeZone: string
}

export async function getPreference(db: Db, tenantId: string, userId: string): Promise<Preference> {
  const { rows } = await sql<Preference>`
    select coalesce(chosen.mail, 'at_once') as mail, chosen.language,
      coalesce(chosen.revision, 0) as revision, coalesce(calendar.time_zone, 'UTC') as "timeZone"
    from (values (${tenantId}::uuid, ${userId}::uuid)) as person (tenant_id, user_id)
    left join notice_preferences as chosen using (tenant_id, user_id)
    left join calendars as calendar using (tenant_id)`.execute(db)
  return rows[0] ?? { mail: 'at_once', language: null, revision: 0, timeZone: 'UTC' }
}
