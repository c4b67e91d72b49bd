import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../db/types.ts'

/**
 * Writes down that somebody asked for a way back in, by one statement that costs the same whether
 * there is such an account: by its user name, or by an address that it has proven. What was typed is
 * not kept.
 */
export async function insertResetRequest(
  db: Db,
  typed: string,
  address: string,
  now: Date,
): Promise<void> {
  const name = typed.trim().toLowerCase()
  await sql`
    insert into password_reset_requests (id, user_ids, address, created_at)
    values (${uuidv7()}, array(
      select id from users where username = ${name}
      union
      select id from users where lower(email) = ${name} and email_verified_at is not null
    ), ${address}, ${now})`.execute(db)
}

export interface ResetRequest {
  readonly userIds: readonly string[]
  readonly address: string
}

export async function takeResetRequests(tx: Tx, limit: number): Promise<ResetRequest[]> {
  const { rows } = await sql<ResetRequest>`
    with due as materialized (
      select id from password_reset_requests order by created_at limit ${limit}
      for update skip locked
    )
    delete from password_reset_requests where id in (table due)
    returning user_ids as "userIds", address`.execute(tx)
  return rows
}

export interface Resettable {
  readonly email: string | null
  readonly isVerified: boolean
  readonly hasPassword: boolean
  /** What it signs in with elsewhere. */
  readonly providers: readonly string[]
}

/** What a way back into an account depends on. It stays so until the transaction ends. */
export async function holdResettable(tx: Tx, userId: string): Promise<Resettable | undefined> {
  const { rows } = await sql<Resettable>`
    select u.email, u.email_verified_at is not null as "isVerified",
      u.password_hash is not null as "hasPassword",
      array(
        select distinct p.name from identity_links l
        join identity_providers p on p.tenant_id = l.tenant_id and p.id = l.provider_id
        where l.user_id = u.id order by 1) as providers
    from users u where u.id = ${userId}::uuid and u.status = 'active'
    for share of u`.execute(tx)
  return rows[0]
}
