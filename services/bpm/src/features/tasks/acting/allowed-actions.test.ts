// What a task's view offers is what the server accepts: for tasks in each state, all people, all actions.
import { beforeEach, describe, expect, it } from 'vitest'
import { taskActionPaths } from '../../../core/task.ts'
import { act, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { byAll, inARow, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type Client,
  type Reply,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

const people = ['employee', 'manager', 'finance1', 'finance2', 'deputy', 'root'] as const
type Username = (typeof people)[number]

beforeEach(async () => {
  tenant = await createTenant(service())
  for (const name of ['deputy', 'root', 'fresh']) tenant.add(name)
})

const id = (name: string) => tenant.person(name).id
const as = (name: Username): Client =>
  name === 'root' ? tenant.as(name, ['bpm:instance:admin', 'bpm:instance:read']) : tenant.as(name)
const task = (node: string, candidates: string, more = '') => ({
  id: node,
  xml: userTask(node, { candidates, more }),
})

/** A process, and what happens in it until the task that is looked at is as it should be. */
interface Situation {
  readonly nodes: readonly { id: string; xml: string }[]
  /** Answers the number of the task. */
  readonly reach: (instance: { id: string }) => Promise<string>
}

const first = task('one', toUser('manager'))
const done = async (reply: Promise<Reply>) => {
  const { status, body } = await reply
  expect([status, body['code']]).toEqual([200, undefined])
  return String(body['taskNo'])
}
type Step = readonly [name: Username, action: string, body?: () => object]

/** People act one after the other at the node where they have something to do. */
const after =
  (...steps: readonly Step[]) =>
  async (instance: { id: string }): Promise<string> => {
    let taskNo = ''
    for (const [name, action, body] of steps) {
      taskNo = await done(act(tenant, name, instance, action, { ...body?.() }))
    }
    return taskNo
  }
const held = (name: Username, ...steps: readonly Step[]) => {
  return async (instance: { id: string }): Promise<string> => {
    await after(...steps)(instance)
    return taskOf(tenant, name, instance)
  }
}
const approves = (name: Username): Step => [name, 'approve']
const asks = (name: Username, position: string, who: Username): Step => [
  name,
  'add-sign',
  () => ({ position, users: [id(who)] }),
]
const pool = toUser('finance1') + toUser('finance2')

const situations: Readonly<Record<string, Situation>> = {
  'open for one': { nodes: [first], reach: held('manager') },
  'open for several': { nodes: [task('one', pool)], reach: held('finance1') },
  claimed: { nodes: [task('one', pool)], reach: after(['finance1', 'claim']) },
  lent: {
    nodes: [first],
    reach: after(['manager', 'delegate', () => ({ to: id('finance1') })]),
  },
  'lent by a claimer': {
    nodes: [task('one', pool)],
    reach: after(['finance1', 'delegate', () => ({ to: id('deputy') })]),
  },
  transferred: {
    nodes: [first],
    reach: after(['manager', 'transfer', () => ({ to: id('finance1') })]),
  },
  'waiting for who was added before': {
    nodes: [first],
    reach: after(asks('manager', 'before', 'finance1')),
  },
  'of who was added before': {
    nodes: [first],
    reach: held('finance1', asks('manager', 'before', 'finance1')),
  },
  'open, with one added beside': {
    nodes: [first],
    reach: after(asks('manager', 'parallel', 'finance1')),
  },
  'open, with one added after': {
    nodes: [first],
    reach: after(asks('manager', 'after', 'finance1')),
  },
  'approved, with one added after': {
    nodes: [first],
    reach: after(asks('manager', 'after', 'finance1'), approves('manager')),
  },
  'approved, and the next one asked': {
    nodes: [first, task('two', toUser('finance1'))],
    reach: after(approves('manager')),
  },
  'approved, and the next one has decided': {
    nodes: [first, task('two', toUser('finance1')), task('three', toUser('finance2'))],
    reach: async (instance) => {
      const taskNo = await after(approves('manager'))(instance)
      await after(approves('finance1'))(instance)
      return taskNo
    },
  },
  'approved, and the approval is over': { nodes: [first], reach: after(approves('manager')) },
  'one of several votes': {
    nodes: [task('one', toUser('manager') + pool, byAll)],
    reach: after(approves('manager')),
  },
  'in turn, and not yet': {
    nodes: [task('one', toUser('manager') + pool, '<approval:decision mode="sequential"/>')],
    reach: held('manager'),
  },
  'forbidden things': {
    nodes: [
      task('one', toUser('manager'), '<approval:actions forbid="transfer delegate addSign"/>'),
    ],
    reach: held('manager'),
  },
  'no way back': {
    nodes: [first, task('two', toUser('finance1'), '<approval:return to="none"/>')],
    reach: held('finance1', approves('manager')),
  },
  'only one step back': {
    nodes: [first, task('two', toUser('finance1'), '<approval:return to="previous"/>')],
    reach: held('finance1', approves('manager')),
  },
  'one step back from the first': {
    nodes: [task('one', toUser('manager'), '<approval:return to="previous"/>')],
    reach: held('manager'),
  },
  'only to the initiator': {
    nodes: [first, task('two', toUser('finance1'), '<approval:return to="initiator"/>')],
    reach: held('finance1', approves('manager')),
  },
  'anywhere back, as they choose': {
    nodes: [
      first,
      task('two', toUser('finance1')),
      task('three', toUser('finance2'), '<approval:return to="any" resubmit="returner"/>'),
    ],
    reach: held('finance2', approves('manager'), approves('finance1')),
  },
  'returned to the initiator': {
    nodes: [first],
    reach: after(['manager', 'return', () => ({ returnTo: 'initiator' })]),
  },
  suspended: {
    nodes: [first],
    reach: async (instance) => {
      const path = `/api/bpm/v1/process-instances/${instance.id}/suspend`
      expect((await as('root').post(path, { reason: 'r' })).status).toBe(200)
      return taskOf(tenant, 'manager', instance)
    },
  },
  'of an initiator who is kept out': {
    nodes: [task('one', pool, '<approval:policy onInitiator="skip"/>')],
    reach: async (instance) => {
      const taskNo = await taskOf(tenant, 'finance1', instance)
      await service()
        .deps.db.updateTable('tasks')
        .set({ candidate_ids: [id('employee'), id('finance2')] })
        .where('tenant_id', '=', tenant.id)
        .where('task_no', '=', taskNo)
        .execute()
      return taskNo
    },
  },
}

interface View {
  readonly allowedActions: readonly string[]
  readonly form: { readonly returnTargets: readonly { readonly id: string }[] }
}

const nothing: View = { allowedActions: [], form: { returnTargets: [] } }

async function viewOf(name: Username, taskNo: string): Promise<View> {
  const { status, body } = await as(name).get<View & Record<string, unknown>>(
    `${tasksPath}/${taskNo}`,
  )
  if (status === 404) return nothing
  expect(status).toBe(200)
  return body
}

const places = ['initiator', 'previous', 'one', 'two', 'three']

/** Every way to ask for an action: one of them has to do where it is offered, and none where not. */
function waysTo(action: string): readonly object[] {
  switch (action) {
    case 'transfer':
    case 'delegate':
      return [{ to: id('fresh') }]
    case 'add-sign':
      return ['before', 'after', 'parallel'].map((position) => ({ position, users: [id('fresh')] }))
    case 'remove-sign':
      return [{ users: [id('finance1')] }, { users: [id('deputy')] }]
    case 'return':
      return places.map((returnTo) => ({ returnTo }))
    default:
      return [{}]
  }
}

const reach = async (situation: Situation): Promise<string> => situation.reach(await start(tenant))

describe('what is offered for a task', () => {
  it.each(Object.entries(situations))('is what is accepted: %s', async (_, situation) => {
    await publish(service(), tenant.id, inARow('situation', situation.nodes))
    let taskNo = await reach(situation)
    for (const name of people) {
      const { allowedActions, form } = await viewOf(name, taskNo)
      const listed = form.returnTargets.map((target) => target.id)
      for (const action of Object.values(taskActionPaths)) {
        const offered = allowedActions.includes(action)
        const accepted: unknown[] = []
        for (const body of waysTo(action)) {
          const { status } = await as(name).post(`${tasksPath}/${taskNo}/${action}`, body)
          expect(status).toBeLessThan(500)
          if (status !== 200) continue
          accepted.push(body)
          taskNo = await reach(situation)
        }
        expect([name, action, accepted.length > 0]).toEqual([name, action, offered])
        if (action !== 'return') continue
        const taken = accepted.map((body) => (body as { returnTo: string }).returnTo)
        // Where nobody was asked before, the place before is the initiator, and is named so.
        const named = listed.includes('previous')
          ? taken
          : taken.filter((place) => place !== 'previous')
        expect([name, named]).toEqual([name, listed])
      }
    }
  })
})
