import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, ownedPath, start } from '../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { SeriesView, StatisticsView } from './schema.ts'

const service = useService()
let tenant: TestTenant

const people = ['manager', 'finance1', 'finance2'] as const

beforeEach(async () => {
  tenant = await createTenant(service())
  const more = '<approval:return to="any" resubmit="rerun"/>'
  const nodes = people.map((who) => ({
    id: who,
    xml: userTask(who, { candidates: toUser(who), more }),
  }))
  await publish(service(), tenant.id, inARow('three-steps', nodes))
})

const choices = ['approve', 'approve', 'approve', 'reject', 'previous', 'initiator'] as const
type Choice = (typeof choices)[number]

/** Goes through an approval as it is told, and stops where nothing is told any more. */
async function live(wanted: readonly Choice[]): Promise<void> {
  const instance = await start(tenant)
  for (const choice of wanted) {
    const { body } = await tenant
      .as('employee')
      .get<{ status: string; currentNodes: { id: string }[] }>(`${instancesPath}/${instance.id}`)
    const who = body.currentNodes[0]?.id
    if (body.status !== 'RUNNING' || who === undefined) return
    if (choice === 'approve' || choice === 'reject') await act(tenant, who, instance, choice)
    else if (choice === 'initiator' || who !== 'manager') {
      await act(tenant, who, instance, 'return', { returnTo: choice })
    }
    if (choice !== 'initiator') continue
    const owned = `${ownedPath}/${instance.id}/variables`
    await tenant.application.send('PATCH', owned, { amount: 3000 })
    await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
  }
}

/** What the log alone says of each node: its figures do not need the tasks. */
async function readLog() {
  const rows = await service()
    .deps.db.selectFrom('instance_actions as action')
    .leftJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'action.tenant_id').onRef('task.id', '=', 'action.task_id'),
    )
    .where('action.tenant_id', '=', tenant.id)
    .select(['action.sequence', 'action.action', 'task.node_id as node'])
    .execute()
  const decided = rows.filter(({ action }) => ['approve', 'reject', 'return'].includes(action))
  const nodes = [...Map.groupBy(decided, ({ node }) => node ?? '')].map(([node, those]) => ({
    node,
    decided: those.length,
    returned: those.filter(({ action }) => action === 'return').length,
  }))
  return { started: rows.filter(({ sequence }) => sequence === 1).length, nodes }
}

const byNode = <T extends { readonly node: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => a.node.localeCompare(b.node))

it('gives the same numbers as the log alone, whatever was done', async () => {
  const reader = tenant.as('employee', ['bpm:statistics:read'])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...choices), { maxLength: 8 }), async (wanted) => {
      await live(wanted)
      const log = await readLog()
      const { body: now } = await reader.get<StatisticsView>('/api/bpm/v1/statistics')
      const { body: series } = await reader.get<SeriesView>('/api/bpm/v1/statistics/series')
      const told = now.nodes.filter(({ decided }) => decided > 0)
      expect(
        byNode(told.map(({ node, decided, returned }) => ({ node: node.id, decided, returned }))),
      ).toEqual(byNode(log.nodes))
      expect(now.instances.started).toBe(log.started)
      const sum = (pick: (point: SeriesView['points'][number]) => number) =>
        series.points.reduce((total, point) => total + pick(point), 0)
      const total = (pick: (node: (typeof log.nodes)[number]) => number) =>
        log.nodes.reduce((all, node) => all + pick(node), 0)
      expect([
        sum(({ started }) => started),
        sum(({ decided }) => decided),
        sum(({ returned }) => returned),
      ]).toEqual([log.started, total((node) => node.decided), total((node) => node.returned)])
    }),
    { numRuns: 12 },
  )
})
