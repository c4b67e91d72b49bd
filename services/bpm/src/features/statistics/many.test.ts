import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeAll, expect, it } from 'vitest'
import { act, start } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { StatisticsView } from './schema.ts'
import { copyApproval } from './testing/copies.testing.ts'

const service = useService()
let tenant: TestTenant
const OTHERS = 600
const permissions = ['bpm:statistics:read', 'bpm:workload:read']

/** Of many people and steps each decided two. The manager, and their step, decided one and has three to decide. */
beforeAll(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  const instance = await start(tenant, { variables: { amount: 10 } })
  await act(tenant, 'manager', instance, 'approve')
  for (let open = 0; open < 3; open++) await start(tenant)
  const { db } = service().deps
  const people = Array.from({ length: OTHERS }, () => uuidv7())
  const decided = [...people, ...people].map((by) => ({ endedAgo: 1, took: 1, by }))
  await copyApproval(db, tenant.id, instance.id, decided)
  await sql`update tasks set node_id = 'of ' || ended_by
    where tenant_id = ${tenant.id} and ended_by = any(${people}::uuid[])`.execute(db)
})

const read = async (may = permissions) =>
  (await tenant.as('employee', may).get<StatisticsView>('/api/bpm/v1/statistics')).body

it('counts everybody in the spread of work, however many they are', async () => {
  const { workload } = await read()
  expect(workload).toMatchObject({ people: OTHERS + 1, decided: { median: 2, p90: 2 } })
})

it('lists those first that decided or have most, and says that there are more', async () => {
  const { nodes, people, complete } = await read()
  expect([nodes.length, people.length, complete]).toEqual([500, 500, false])
  expect(nodes[0]).toMatchObject({ node: { id: 'manager' }, decided: 1, backlog: 3 })
  expect(people[0]).toMatchObject({
    person: { id: tenant.person('manager').id },
    decided: 1,
    backlog: 3,
  })
})

it.each(['nodes', 'people'])('gives a row for each of many %s in the file', async (table) => {
  const { app, issuer } = service()
  const { id: sub } = tenant.person('employee')
  const token = issuer.userToken({ sub, tenantId: tenant.id, permissions })
  const reply = await app.inject({
    url: `/api/bpm/v1/statistics/${table}.csv`,
    headers: { authorization: `Bearer ${token}` },
  })
  const [, ...lines] = reply.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(OTHERS + 1)
})

it('says of people that there are more only to who may know them', async () => {
  const { db } = service().deps
  await sql`update tasks set node_id = 'manager' where tenant_id = ${tenant.id}`.execute(db)
  expect(await read()).toMatchObject({ complete: false })
  expect(await read(['bpm:statistics:read'])).toMatchObject({ complete: true })
})
