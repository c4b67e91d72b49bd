import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { apiAs } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, userIds, world } from '../../testing/world.ts'
import { eraseNext } from './erase.ts'

const email = 'shared@example.org'
const tables = ['invitations', 'mails', 'idempotency_keys']

const none = { invitations: 0, mails: 0, idempotency_keys: 0 }

it.each([
  ['not proven', null, { invitations: 1, mails: 2, idempotency_keys: 1 }],
  ['proven', new Date(), none],
])('what another tenant has of an address that is %s', async (_, provenAt, left) => {
  // Nothing is sent: mails wait in the outbox.
  const iam = await startFreshIam({ smtpUrl: 'smtp://127.0.0.1:1' })
  onTestFinished(iam.stop)
  await iam.seed(world)
  const { db, log } = iam.deps
  const admin = await apiAs(iam.url, 'admin')
  const outsider = await apiAs(iam.url, 'outsider')
  await sql`update users set email = ${email}, email_verified_at = ${provenAt}
    where id = ${userIds.employee}`.execute(db)
  for (const invites of [admin, outsider]) {
    const key = { 'idempotency-key': 'a guest' }
    expect((await invites('POST', '/invitations', { email }, key)).status).toBe(201)
  }
  // Of an account of the other tenant that says the address is its own.
  await sql`insert into mails (id, kind, tenant_id, user_id, address)
    values (${uuidv7()}, 'password_changed', ${globex}, ${userIds.outsider}, ${email})`.execute(db)
  await admin('PUT', `/users/${userIds.employee}/status`, { status: 'disabled' })
  await admin('POST', `/users/${userIds.employee}/erasure`)
  const now = () => new Date(Date.now() + 8 * 86_400_000)
  while ((await eraseNext({ db, log, now, erasure: { waitingMs: 0, services: [] } })) > 0) continue
  const count = async (tenantId: string) => {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const { rows } = await sql`select from ${sql.table(table)}
        where tenant_id::text = ${tenantId}`.execute(db)
      counts[table] = rows.length
    }
    return counts
  }
  expect(await count(globex)).toEqual(left)
  expect(await count(acme)).toEqual(none)
})
