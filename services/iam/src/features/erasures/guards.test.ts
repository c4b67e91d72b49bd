import { uuidv7 } from 'uuidv7'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { insertAuditEvents } from '../../audit/entries.ts'
import { apiAs, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, userIds, world } from '../../testing/world.ts'
import { eraseNext } from './erase.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

beforeEach(async () => {
  const started = await startFreshIam()
  onTestFinished(started.stop)
  iam = started
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})

const db = () => iam.deps.db
const person = userIds.employee
const later = new Date(Date.now() + 8 * 86_400_000)
const deps = () => ({
  db: db(),
  now: () => later,
  log: iam.deps.log,
  erasure: { waitingMs: 0, services: [] },
})

/** An erasure of the employee that has begun, by the rules. */
async function begin(): Promise<string> {
  await admin('PUT', `/users/${person}/status`, { status: 'disabled' })
  const { body } = await admin('POST', `/users/${person}/erasure`)
  await eraseNext(deps())
  return String(body['id'])
}

/** Rows about the manager and others, as the service writes them. */
async function record(
  details: Readonly<Record<string, unknown>>,
  place: { tenantId?: string; targetId?: string; actorId?: string } = {},
) {
  const { tenantId = acme, targetId = userIds.manager, actorId } = place
  const entry = { action: 'user.changed', outcome: 'failure', targetKind: 'user' } as const
  const actor = { actorKind: 'user', actorId, address: '192.0.2.7' } as const
  await insertAuditEvents(db(), [{ ...entry, ...actor, tenantId, targetId, details }], new Date())
  const { rows } = await sql<{ id: string }>`
    select id from audit_events order by id desc limit 1`.execute(db())
  return rows[0]?.id ?? ''
}

/** Calls the function as the role of the service, and says which rows are changed. */
async function erase(erasureId: string, ids: readonly string[]): Promise<string[]> {
  await sql`select erase_audit_rows(${erasureId}, ${ids}::uuid[], ${ids}::uuid[])`.execute(db())
  const { rows } = await sql<{ id: string }>`
    select id from audit_events where erased is not null and id = any (${ids})`.execute(db())
  return rows.map(({ id }) => id)
}

const refusal = /an erasure/

describe('the role of the service', () => {
  it('takes nothing of somebody else out of the audit by the erasure of a person', async () => {
    const id = await begin()
    const rows = [
      await record({ username: 'manager', email: 'manager@acme.example' }),
      await record({ before: { displayName: 'Manager' }, name: 'a passkey' }),
      await record({ reason: 'of the tenant' }, { targetId: uuidv7() }),
      // What an administrator did to the person, from where the administrator sat.
      await record({ status: 'disabled' }, { targetId: person, actorId: userIds.admin }),
    ]
    expect(await erase(id, rows)).toEqual([])
    const theirs = await record({ username: 'employee' }, { targetId: person, actorId: person })
    expect(await erase(id, [...rows, theirs])).toEqual([theirs])
  })

  it('takes an address that is not proven out of tenants of the person alone', async () => {
    await sql`update users set email = 'shared@example.org', email_verified_at = null
      where id = ${person}`.execute(db())
    const id = await begin()
    const here = await record({ email: 'shared@example.org' }, { targetId: uuidv7() })
    const there = await record(
      { email: 'shared@example.org' },
      { targetId: uuidv7(), tenantId: globex },
    )
    expect(await erase(id, [here, there])).toEqual([here])
  })

  it('takes nothing before the erasure has begun, nor when it is over', async () => {
    const row = await record({ username: 'employee' }, { targetId: person, actorId: person })
    await admin('PUT', `/users/${person}/status`, { status: 'disabled' })
    const { body } = await admin('POST', `/users/${person}/erasure`)
    expect(await erase(String(body['id']), [row])).toEqual([])
    expect(await erase(uuidv7(), [row])).toEqual([])
    while ((await eraseNext(deps())) > 0) continue
    const late = await record({ username: 'employee' }, { targetId: person, actorId: person })
    expect(await erase(String(body['id']), [late])).toEqual([])
  })

  it('makes no erasure that has begun, and begins none but by the rules', async () => {
    const insert = (state: string, begunAt: Date | null) =>
      sql`insert into erasures (id, tenant_id, user_id, asked_by, state, asked_at, due_at, begun_at)
        values (${uuidv7()}, ${acme}, ${person}, 'x', ${state}, now(), now(), ${begunAt})`.execute(
        db(),
      )
    const start = (at = new Date()) =>
      sql`update erasures set state = 'ERASING', begun_at = ${at} where user_id = ${person}`.execute(
        db(),
      )
    await expect(insert('ERASING', new Date())).rejects.toThrow(refusal)
    await insert('WAITING', null)
    await expect(start()).rejects.toThrow(refusal)
    await admin('PUT', `/users/${person}/status`, { status: 'disabled' })
    await expect(start(new Date(0))).rejects.toThrow(refusal)
    await expect(start()).rejects.toThrow('an erasure begins with its entry in the audit')
    await expect(
      sql`update erasures set user_id = ${userIds.manager} where user_id = ${person}`.execute(db()),
    ).rejects.toThrow(refusal)
  })

  it('takes no erasure back to the time before it was done', async () => {
    const id = await begin()
    while ((await eraseNext(deps())) > 0) continue
    for (const set of [sql`erased_at = null`, sql`state = 'WAITING', ended_at = null`])
      await expect(sql`update erasures set ${set} where id = ${id}`.execute(db())).rejects.toThrow()
  })
})
