import { beforeAll, expect, it } from 'vitest'
import type { InstanceView } from '../../runtime/instance-view.ts'
import {
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
  type TestTenant,
} from '../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeAll(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  const nodes = [
    { id: 'a', xml: userTask('a', { candidates: toUser('manager') }) },
    { id: 'b', xml: userTask('b', { candidates: toUser('finance1') }) },
  ]
  await publish(service(), tenant.id, inARow('two-steps', nodes))
})

interface Subject {
  readonly instance: InstanceView
  readonly taskNo: string
}

type Action = (subject: Subject) => Promise<{ status: number }>

const onTask =
  (path: string, body = {}): Action =>
  ({ taskNo }) =>
    tenant.as('manager').post(`${tasksPath}/${taskNo}/${path}`, body)
const asAdmin =
  (kind: string): Action =>
  ({ instance }) =>
    tenant
      .as('admin', ['bpm:instance:admin'])
      .post(`${instancesPath}/${instance.id}/${kind}`, { reason: 'x' })

const actions: Readonly<Record<string, Action>> = {
  approve: onTask('approve'),
  reject: onTask('reject'),
  return: onTask('return', { returnTo: 'initiator' }),
  transfer: (subject) => onTask('transfer', { to: tenant.person('finance2').id })(subject),
  'add-sign': (subject) =>
    onTask('add-sign', { position: 'after', users: [tenant.person('finance2').id] })(subject),
  withdraw: ({ instance }) =>
    tenant.as('employee').post(`${instancesPath}/${instance.id}/withdraw`),
  resubmit: ({ instance }) =>
    tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {}),
  update: ({ instance }) =>
    tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 7 }),
  terminate: asAdmin('terminate'),
  suspend: asAdmin('suspend'),
}

async function newSubject(): Promise<Subject> {
  const instance = await start(tenant)
  return { instance, taskNo: await taskOf(tenant, 'manager', instance) }
}

/** What two actions have come to: their answers, the state of the approval and of its tasks. */
async function outcomeOf(
  { instance }: Subject,
  answers: readonly { status: number }[],
): Promise<string> {
  const { db } = service().deps
  const row = await db
    .selectFrom('process_instances')
    .where('id', '=', instance.id)
    .select(['status', 'round', 'variables', 'revision', 'book'])
    .executeTakeFirstOrThrow()
  const tasks = await db
    .selectFrom('tasks')
    .where('instance_id', '=', instance.id)
    .select(['key', 'node_id', 'status', 'assignee_id'])
    .orderBy('key')
    .execute()
  return JSON.stringify([answers.map(({ status }) => status), row, tasks])
}

const names = Object.keys(actions)
const pairs = names.flatMap((first, at) =>
  names.slice(at).map((second) => [first, second] as const),
)

it('[BPM-21] any two actions at once come to what some order of them comes to', async () => {
  const run = async (first: string, second: string, how: 'first' | 'second' | 'at once') => {
    const subject = await newSubject()
    const one = () => actions[first]?.(subject) ?? Promise.reject(new Error(first))
    const two = () => actions[second]?.(subject) ?? Promise.reject(new Error(second))
    if (how === 'at once') return outcomeOf(subject, await Promise.all([one(), two()]))
    if (how === 'first') return outcomeOf(subject, [await one(), await two()])
    const later = await two()
    return outcomeOf(subject, [await one(), later])
  }

  for (const [first, second] of pairs) {
    const serial = [await run(first, second, 'first'), await run(first, second, 'second')]
    for (let round = 0; round < 2; round++) {
      expect(serial, `${first} and ${second}`).toContain(await run(first, second, 'at once'))
    }
  }
}, 180_000)
