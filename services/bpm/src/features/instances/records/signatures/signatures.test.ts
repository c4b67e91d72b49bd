import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { act, start } from '../../../../testing/approvals.testing.ts'
import { lockInstance } from '../../../../runtime/load/instances.ts'
import { countBlocked } from '../../../../testing/blocked.testing.ts'
import { expenseProcess } from '../../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../../testing/service.testing.ts'
import { drawingHash } from './drawing.ts'
import { forgetUnusedSignatures } from './queries.ts'
import { drawingsOf } from './used.ts'

const service = useService()
const path = '/api/bpm/v1/me/signature'
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const from = (x: number) => [
  { x, y: 10 },
  { x: 300, y: 150 },
]
const drawing = (x: number) => ({ strokes: [from(x)] })
const put = (body: unknown) => tenant.as('manager').send('PUT', path, body)

async function countRows(): Promise<{ all: number; used: number }> {
  const { rows } = await sql<{ all: number; used: number }>`
    select count(*)::integer as all, (count(*) filter (where used_until is null))::integer as used
    from drawn_signatures where tenant_id = ${tenant.id}`.execute(service().deps.db)
  return rows[0] ?? { all: 0, used: 0 }
}

it('is kept for its person alone, replaced, and ended', async () => {
  const none = await tenant.as('manager').get(path)
  await put(drawing(1))
  await put(drawing(2))
  await put(drawing(2))
  const own = await tenant.as('manager').get(path)
  const other = await tenant.as('employee').get(path)
  const ended = await tenant.as('manager').send('DELETE', path)

  expect([none.body, other.body, ended.status]).toEqual([{ strokes: [] }, { strokes: [] }, 204])
  expect(own.body).toEqual(drawing(2))
  expect((await tenant.as('manager').get(path)).body).toEqual({ strokes: [] })
  expect((await countRows()).used).toBe(0)
})

it('is kept after its use when something was decided with it, and else for a while', async () => {
  await publish(service(), tenant.id, expenseProcess)
  await put(drawing(1))
  await put(drawing(2))
  await act(tenant, 'manager', await start(tenant), 'approve')
  await put(drawing(3))
  await put(drawing(4))
  expect(await countRows()).toEqual({ all: 4, used: 1 })

  const { db } = service().deps
  await forgetUnusedSignatures(db, new Date())
  expect((await countRows()).all).toBe(4)
  await forgetUnusedSignatures(db, new Date(Date.now() + 2 * 3_600_000))
  expect(await countRows()).toEqual({ all: 2, used: 1 })
  for (let x = 5; x < 40; x += 1) await put(drawing(x))
  expect((await countRows()).all).toBeLessThan(15)
})

it('is that of a decision that was under way as another was drawn', async () => {
  await publish(service(), tenant.id, expenseProcess)
  await put(drawing(1))
  const { db } = service().deps
  const instance = await start(tenant)
  const holding = await db.startTransaction().execute()
  await lockInstance(holding, tenant.id, instance.id)
  const deciding = act(tenant, 'manager', instance, 'approve')
  await expect.poll(() => countBlocked(db)).toBe(1)
  await put(drawing(2))
  await holding.commit().execute()
  await deciding

  const { rows } = await sql<{ strokes: unknown }>`
    select drawn.strokes from instance_actions as action join drawn_signatures as drawn
      on drawn.tenant_id = action.tenant_id and drawn.user_id::text = action.actor_id
      and drawn.used_from <= action.at and (drawn.used_until is null or drawn.used_until > action.at)
    where action.tenant_id = ${tenant.id} and action.action = 'approve'`.execute(db)
  expect(rows).toEqual([drawing(1)])
})

it('is one, also when it is drawn in many windows at once', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, (_, x) => put(drawing(x))))

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect((await countRows()).used).toBe(1)
})

it('draws only what fits its hash', () => {
  const { strokes } = drawing(1)
  const sha256 = drawingHash(strokes)
  const altered = { sha256, strokes: drawing(2).strokes }

  expect([...drawingsOf([{ sha256, strokes }])]).toEqual([[sha256, { strokes }]])
  expect([...drawingsOf([altered])]).toEqual([])
})

it.each([
  ['a point outside of the field', { strokes: [from(601)] }],
  ['a point between others', { strokes: [from(1.5)] }],
  ['a point with more to it', { strokes: [[...from(1), { x: 1, y: 1, z: 1 }]] }],
  ['a line of one point', { strokes: [from(1).slice(1)] }],
  ['no line', { strokes: [] }],
  ['too many lines', { strokes: Array.from({ length: 41 }, from) }],
  ['too long a line', { strokes: [Array.from({ length: 251 }, () => ({ x: 1, y: 1 }))] }],
  ['a picture', { strokes: 'data:image/svg+xml,<svg onload="x()"/>' }],
  ['more than strokes', { ...drawing(1), path: 'M0 0' }],
])('takes no drawing with %s', async (_, body) => {
  const { status } = await put(body)
  expect(status).toBe(400)
  expect(await countRows()).toEqual({ all: 0, used: 0 })
})

it.each([
  `set strokes = '[[{"x":9,"y":9},{"x":5,"y":5}]]'`,
  `set used_from = '2020-01-01'`,
  `set sha256 = 'x'`,
  `set user_id = id`,
  `set used_until = null`,
])('the database keeps what was drawn as it was: %s', async (change) => {
  await put(drawing(1))
  const altered = sql`update drawn_signatures ${sql.raw(change)} where tenant_id = ${tenant.id}`
  await expect(altered.execute(service().deps.db)).rejects.toMatchObject({ code: '42501' })
})

it('the database takes no drawn signature that began when somebody decided', async () => {
  await put(drawing(1))
  const backdated = sql`
    insert into drawn_signatures (tenant_id, id, user_id, strokes, sha256, used_from, used_until)
    select tenant_id, gen_random_uuid(), user_id, strokes, sha256, used_from - interval '1 day', used_from
    from drawn_signatures where tenant_id = ${tenant.id}`
  await expect(backdated.execute(service().deps.db)).rejects.toMatchObject({ code: '42501' })
})
