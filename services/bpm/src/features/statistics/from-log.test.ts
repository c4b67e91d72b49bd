import { createVerifier } from '@countersign/auth-verifier'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import {
  act,
  instancesPath,
  ownedPath,
  start,
  taskOf,
  tasksPath,
} from '../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { countFlow, countTasks, mondayOf, rebuild } from './testing/rebuild.testing.ts'
import type { SeriesView, StatisticsView, StepsView } from './schema.ts'

const service = useService()
const hourMs = 3_600_000
const timeZone = 'Asia/Shanghai'
const dueHours = 36
/** The same service, whose clock is set by the test. */
let own: TestService
let clock = 0
let tenant: TestTenant

beforeAll(async () => {
  const deps = { ...service().deps, now: () => new Date(clock) }
  const app = await buildApp(deps, { version: '0', verifier: createVerifier(service().issuer) })
  own = { ...service(), deps, app }
})
afterAll(() => own.app.close())

const people = ['manager', 'finance1', 'finance2'] as const

beforeEach(async () => {
  clock = Date.now() - 60 * 24 * hourMs
  tenant = await createTenant(own)
  const more = `<approval:return to="any" resubmit="rerun"/><approval:due in="PT${dueHours}H" calendar="continuous"/>`
  const nodes = people.map((who) => ({
    id: who,
    xml: userTask(who, { candidates: toUser(who), more }),
  }))
  await publish(own, tenant.id, inARow('three-steps', nodes))
})

const choices = [
  'approve',
  'approve',
  'approve',
  'reject',
  'previous',
  'initiator',
  'takeBack',
] as const

interface Step {
  readonly choice: (typeof choices)[number]
  readonly hours: number
}

/** Goes through an approval as it is told, with time between, and stops where nothing is told any more. */
async function live(wanted: readonly Step[]): Promise<void> {
  const instance = await start(tenant)
  for (const { choice, hours } of wanted) {
    clock += hours * hourMs
    const { body } = await tenant
      .as('employee')
      .get<{ status: string; currentNodes: { id: string }[] }>(`${instancesPath}/${instance.id}`)
    const who = body.currentNodes[0]?.id
    if (body.status !== 'RUNNING' || who === undefined) return
    if (choice === 'takeBack') {
      const taskNo = await taskOf(tenant, who, instance)
      await act(tenant, who, instance, 'approve')
      clock += hourMs
      await tenant.as(who).post(`${tasksPath}/${taskNo}/take-back`, {})
    } else if (choice === 'approve' || choice === 'reject') {
      await act(tenant, who, instance, choice)
    } else if (choice === 'initiator' || who !== 'manager') {
      await act(tenant, who, instance, 'return', { returnTo: choice })
    }
    if (choice !== 'initiator') continue
    clock += hours * hourMs
    const owned = `${ownedPath}/${instance.id}/variables`
    await tenant.application.send('PATCH', owned, { amount: 2500 })
    await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
  }
}

const steps = fc.array(
  fc.record({
    choice: fc.constantFrom(...choices),
    hours: fc.integer({ min: 0, max: 40 }),
  }),
  { maxLength: 8 },
)

it('gives the same numbers as the log computed anew, whatever was done', async () => {
  const reader = tenant.as('employee', ['bpm:statistics:read'])
  const path = '/api/bpm/v1/statistics'
  const query = `from=${new Date(clock).toISOString()}&timeZone=${timeZone}`
  await fc.assert(
    fc.asyncProperty(steps, async (wanted) => {
      await live(wanted)
      clock += 1
      const log = await rebuild(own, tenant.id, dueHours)
      const { body: series } = await reader.get<SeriesView>(`${path}/series?${query}`)
      const { body: byStep } = await reader.get<StepsView>(`${path}/steps?${query}`)

      expect(series.points).toEqual(
        series.points.map(({ day, from, until }) => {
          expect(mondayOf(Date.parse(from), timeZone)).toBe(day)
          const bucket = { from, until }
          return { day, ...bucket, ...countFlow(log, bucket), ...countTasks(log.tasks, bucket) }
        }),
      )
      const nodes = [...new Set(log.tasks.map(({ node }) => node))].toSorted()
      expect(byStep.steps.map(({ node }) => node.id).toSorted()).toEqual(nodes)
      for (const { node, points } of byStep.steps) {
        const tasks = log.tasks.filter((task) => task.node === node.id)
        const counted = byStep.weeks.map((week) => countTasks(tasks, week))
        expect(points, node.id).toEqual(counted)
      }

      const { body: now } = await reader.get<StatisticsView>(`${path}?${query.split('&')[0]}`)
      const all = { from: now.from, until: now.until }
      for (const { node, ...told } of now.nodes) {
        const tasks = log.tasks.filter((task) => task.node === node.id)
        const { decided, returned, waiting } = countTasks(tasks, all)
        expect({ decided: told.decided, returned: told.returned, waiting: told.backlog }).toEqual({
          decided,
          returned,
          waiting,
        })
      }
    }),
    { numRuns: 12 },
  )
  const { kinds } = await rebuild(own, tenant.id, dueHours)
  for (const kind of ['approve', 'reject', 'return', 'resubmit', 'takeBack']) {
    expect([...kinds]).toContain(kind)
  }
})
