import { ExplainNode, RawNode, sql, type KyselyPlugin } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Db } from '../../db/schema.ts'
import { act, start } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { listInstances } from '../instances/reading/queries.ts'
import { listVisits, listWaitingSteps } from './forecast-queries.ts'
import { measure } from './measure.ts'
import { measureInstances, measureNodes, measurePeople } from './queries.ts'
import { countFlow, countTasks, countTasksByStep } from './series-queries.ts'
import { copyApproval } from './testing/copies.testing.ts'

const service = useService()
let tenant: TestTenant
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** A tenant with a long past and little in the period that is asked for. */
beforeAll(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  const instance = await start(tenant, { variables: { amount: 10 } })
  await act(tenant, 'manager', instance, 'approve')
  await start(tenant)
  const { db } = service().deps
  const old = Array.from({ length: 5_000 }, (_, index) => ({ endedAgo: 9_000 + index, took: 5 }))
  await copyApproval(db, tenant.id, instance.id, old)
  await sql`analyze tasks, process_instances, instance_actions, definitions`.execute(db)
})

/** A database that answers with plans, and what they were. */
function explaining(db: Db): { readonly db: Db; readonly plans: string[] } {
  const plans: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind === 'RawNode'
        ? RawNode.create(['explain ', ''], [node])
        : { ...node, explain: ExplainNode.create() },
    transformResult: ({ result }) => {
      plans.push(result.rows.map((row) => String(Object.values(row)[0])).join('\n'))
      return Promise.resolve({ ...result, rows: [] })
    },
  }
  return { db: db.withPlugin(plugin), plans }
}

const onTheWhole = /Seq Scan on (tasks|process_instances|instance_actions)/

it('reads what is asked for and no past beside it, by indexes', async () => {
  const { db, plans } = explaining(service().deps.db)
  const [from, until] = [daysAgo(30), new Date()]
  const all = { bizType: undefined, definitionKey: undefined }
  const period = { from, until, now: until, ...all }
  const asked = { buckets: [{ day: '2026-01-01', from, until }], ...all }
  await measureInstances(db, tenant.id, period)
  await measureNodes(db, tenant.id, period)
  await measurePeople(db, tenant.id, period)
  await countFlow(db, tenant.id, asked)
  await countTasks(db, tenant.id, asked)
  await countTasksByStep(db, tenant.id, asked, 100)
  await countTasks(db, tenant.id, { ...asked, definitionKey: 'expense-approval' })
  const past = { definitionKey: 'expense-approval', since: from, most: 1_000 }
  await listVisits(db, tenant.id, past)
  await listWaitingSteps(db, tenant.id, { ...all, now: until, most: 5_000 })
  expect(plans).toHaveLength(9)
  for (const plan of plans) {
    expect(plan).toContain('Index')
    expect(plan).not.toMatch(onTheWhole)
  }
  expect(plans.join('\n')).toContain('process_instances_by_definition_end')
})

it('lists what is behind a figure by indexes', async () => {
  const { db, plans } = explaining(service().deps.db)
  const listed = { box: 'all', userId: tenant.person('manager').id, limit: 51 } as const
  const recent = daysAgo(30).toISOString()
  const figures = [
    { task: 'decided', taskFrom: recent },
    { task: 'breached', taskFrom: recent },
    { task: 'waiting', taskAt: recent },
    { endedFrom: recent },
    { resubmittedFrom: recent },
  ] as const
  for (const figure of figures) {
    await listInstances(db, tenant.id, { ...listed, ...figure, now: new Date() })
    expect(plans.at(-1), JSON.stringify(figure)).not.toMatch(onTheWhole)
  }
})

it('tells figures of one snapshot, also of what is decided while they are read', async () => {
  const instance = await start(tenant, { variables: { amount: 10 } })
  let isDecided = false
  const db = service().deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      // After the first of its queries, before the others.
      if (!isDecided) {
        isDecided = true
        await act(tenant, 'manager', instance, 'approve')
      }
      return result
    },
  })
  const [from, until] = [daysAgo(30), new Date(Date.now() + 60_000)]
  const period = { from, until, now: until, bizType: undefined, definitionKey: undefined }
  const { id } = tenant
  const before = await measure({ db }, id, period, true)
  const after = await measure({ db }, id, period, true)
  const figures = ({ instances, nodes, people }: typeof before) => [
    instances.ended,
    nodes.reduce((sum, { decided }) => sum + decided, 0),
    people.reduce((sum, { decided }) => sum + decided, 0),
  ]
  expect([figures(before), figures(after)]).toEqual([
    [1, 1, 1],
    [2, 2, 2],
  ])
})
