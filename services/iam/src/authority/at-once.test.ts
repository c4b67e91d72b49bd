import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from '../testing/api.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, password, world } from '../testing/world.ts'

const count = 8
const trials = 400
const names = Array.from({ length: count }, (_, i) => `climber${i}`)
const idOf = (name: string) => `0190cccc-0000-7000-8000-0000000000${names.indexOf(name)}0`

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let climbers: { name: string; api: Api }[]

beforeAll(async () => {
  iam = await startFreshIam()
  const users = names.map((username) => ({
    id: idOf(username),
    username,
    displayName: username,
    password,
    memberships: [{ tenantId: acme, roles: ['admin'] }],
  }))
  await iam.seed({ ...world, users: [...(world.users ?? []), ...users] })
  admin = await apiAs(iam.url, 'admin')
  climbers = await Promise.all(
    names.map(async (name) => ({ name, api: await apiAs(iam.url, name) })),
  )
})
afterAll(() => iam.stop())

const rolesOf = async (name: string) => {
  const { rows } = await sql<{ code: string }>`
    select r.code from member_roles mr
    join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
    where mr.tenant_id = ${acme} and mr.user_id = ${idOf(name)}::uuid`.execute(iam.deps.db)
  return rows.map(({ code }) => code)
}

const promote = (name: string) =>
  sql`
  insert into member_roles (tenant_id, user_id, role_id)
  select ${acme}::uuid, ${idOf(name)}::uuid, id from roles
  where tenant_id = ${acme} and code = 'admin'
  on conflict do nothing`.execute(iam.deps.db)

/** One is demoted while the same promotes oneself; answers what the attempt to stay got. */
async function race({ name, api }: (typeof climbers)[number], selfFirst: boolean): Promise<number> {
  await promote(name)
  const path = `/members/${idOf(name)}`
  const demotion = () => admin('PUT', path, { roles: [] })
  const promotion = () => api('PUT', path, { roles: ['admin'] })
  const [mine, theirs] = selfFirst
    ? await Promise.all([promotion(), demotion()])
    : (await Promise.all([demotion(), promotion()])).toReversed()
  expect(theirs?.status).toBe(200)
  expect({ name, roles: await rolesOf(name) }).toEqual({ name, roles: [] })
  return mine?.status ?? 0
}

it(
  `[IAM-21] of ${trials} who are demoted while they promote themselves, none stays promoted`,
  { timeout: 120_000 },
  async () => {
    const outcomes = new Map<number, number>()
    const lanes = climbers.map(async (climber) => {
      for (let trial = 0; trial < trials / count; trial++) {
        const status = await race(climber, trial % 2 === 0)
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
      }
    })
    await Promise.all(lanes)

    // Both orders happened: a promotion in time is undone by the demotion, a late one is refused.
    expect([...outcomes.keys()].toSorted()).toEqual([200, 403])
    expect([...outcomes.values()].reduce((sum, n) => sum + n)).toBe(trials)
  },
)
