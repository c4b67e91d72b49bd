import { Problem } from '@countersign/service-kit/problem'
import { uuidv7 } from 'uuidv7'
import { beforeAll, it } from 'vitest'
import { fireTimer } from '../../features/timers/fire.ts'
import { instancesPath, ownedPath, start, tasksPath } from '../../testing/approvals.testing.ts'
import { process, toUser, userTask } from '../../testing/processes.ts'
import { expectSomeOrder, storedState, type Doing } from '../../testing/serial-order.testing.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { InstanceView } from '../views/instance-view.ts'

/**
 * Actions on an approval that is at work in two places: people vote at `a`, with a time beside it,
 * while two approvals that were called at once are reviewed. One of the two at `a` has voted already. What a review
 * throws is caught on the border of the call.
 */
interface Subject {
  readonly instance: InstanceView
  readonly calledIds: readonly string[]
  /** Numbers of tasks by `<node>/<user name>`. */
  readonly tasks: ReadonlyMap<string, string>
}

const service = useService()
let tenant: TestTenant
let first: string
let second: string

const family = (key: string) => {
  const candidates = toUser('manager') + toUser('finance2')
  const all = '<approval:decision mode="all" reject="all"/>'
  return process(
    key,
    `<startEvent id="start"/><parallelGateway id="fork"/><parallelGateway id="join"/><endEvent id="end"/>
    ${userTask('a', { candidates, more: all })}
    <boundaryEvent id="late" attachedToRef="a" cancelActivity="false">
      <timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
    ${userTask('beside', { candidates: toUser('finance1') })}
    <callActivity id="legal" calledElement="review"><extensionElements>
      <approval:call inheritVariables="true" onReject="continue"><approval:in source="one" target="reviewer"/></approval:call>
      </extensionElements><multiInstanceLoopCharacteristics><extensionElements>
        <approval:each value="watchers" as="one"/></extensionElements></multiInstanceLoopCharacteristics></callActivity>
    <boundaryEvent id="failed" attachedToRef="legal"><errorEventDefinition/></boundaryEvent>
    <boundaryEvent id="told" attachedToRef="legal" cancelActivity="false"><escalationEventDefinition/></boundaryEvent>
    ${userTask('mend', { candidates: toUser('finance1') })}${userTask('hear', { candidates: toUser('finance1') })}
    ${userTask('b', { candidates: toUser('finance1') })}`,
    [
      'start fork',
      'fork a',
      'fork legal',
      'a join',
      'legal join',
      'join b',
      'b end',
      'late beside',
      'failed mend',
      'told hear',
      'mend end',
      'hear end',
    ],
  )
}

beforeAll(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  const candidates = '<approval:candidate kind="variable" name="reviewer"/>'
  const more = '<approval:fields><approval:field name="note" access="write"/></approval:fields>'
  const when = (id: string, to: string) =>
    `<sequenceFlow id="${id}" sourceRef="which" targetRef="${to}"><conditionExpression>note == "${id}"</conditionExpression></sequenceFlow>`
  const review = process(
    'review',
    `<startEvent id="start"/>${userTask('review-it', { candidates, more })}<exclusiveGateway id="which" default="f2"/>
    <endEvent id="fails"><errorEventDefinition/></endEvent><endEvent id="end"/>
    <intermediateThrowEvent id="tells"><escalationEventDefinition/></intermediateThrowEvent>
    ${userTask('again', { candidates })}${when('fail', 'fails')}${when('tell', 'tells')}`,
    ['start review-it', 'review-it which', 'which end', 'tells again', 'again end'],
  )
  await publish(service(), tenant.id, review)
  first = await publish(service(), tenant.id, family('family'))
  second = await publish(service(), tenant.id, family('family-later'))
})

async function newSubject(): Promise<Subject> {
  const { db } = service().deps
  const watchers = ['finance1', 'finance2'].map((name) => tenant.person(name).id)
  const variables = { amount: 1, watchers, note: 'fine' }
  const instance = await start(tenant, { definitionId: first, variables })
  const called = await db
    .selectFrom('process_instances')
    .where('parent_id', '=', instance.id)
    .select('id')
    .orderBy('parent_call')
    .execute()
  const calledIds = called.map(({ id }) => id)
  const rows = await db
    .selectFrom('tasks')
    .where('instance_id', 'in', [instance.id, ...calledIds])
    .select(['task_no', 'node_id', 'assignee_id'])
    .execute()
  const people = ['manager', 'finance1', 'finance2']
  const nameOf = (id: string | null) => people.find((name) => tenant.person(name).id === id)
  const tasks = new Map(
    rows.map((row) => [`${row.node_id}/${nameOf(row.assignee_id) ?? ''}`, row.task_no]),
  )
  const subject = { instance, calledIds, tasks }
  await onTask('a/finance2', 'approve')(subject)
  return subject
}

const onTask =
  (of: string, path: string, body = {}): Doing<Subject> =>
  ({ tasks }) =>
    tenant.as(of.split('/')[1] ?? '').post(`${tasksPath}/${tasks.get(of) ?? ''}/${path}`, body)
const asAdmin =
  (path: string, body = {}): Doing<Subject> =>
  ({ instance }) =>
    tenant
      .as('admin', ['bpm:instance:admin'])
      .post(`${instancesPath}/${instance.id}/${path}`, { reason: 'x', ...body })
const asInitiator =
  (path: string, body?: unknown): Doing<Subject> =>
  ({ instance }) =>
    tenant.as('employee').post(`${instancesPath}/${instance.id}/${path}`, body)

/** As a worker does that has claimed the time; whether it was still waited for is seen in the state. */
async function letTimeCome({ instance: { id: instanceId } }: Subject): Promise<{ status: number }> {
  const { deps } = service()
  const leaseId = uuidv7()
  const [claimed] = await deps.db
    .updateTable('timers')
    .set({ lease_id: leaseId })
    .where('instance_id', '=', instanceId)
    .returning(['number', 'attempts'])
    .execute()
  const timer = claimed && { tenantId: tenant.id, instanceId, leaseId, ...claimed }
  try {
    if (timer !== undefined) await fireTimer(deps, timer)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  return { status: 200 }
}

const others: Readonly<Record<string, Doing<Subject>>> = {
  approve: onTask('a/manager', 'approve'),
  return: onTask('a/manager', 'return', { returnTo: 'initiator' }),
  withdraw: asInitiator('withdraw'),
  resume: asAdmin('resume'),
  comment: asInitiator('comments', { comment: 'see the receipt' }),
  remind: asInitiator('remind'),
  update: ({ instance }) =>
    tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: 7 }),
}
const actions: Readonly<Record<string, Doing<Subject>>> = {
  takeBack: onTask('a/finance2', 'take-back'),
  approveCalled: onTask('review-it/finance1', 'approve'),
  approveOther: onTask('review-it/finance2', 'approve'),
  rejectCalled: onTask('review-it/finance1', 'reject'),
  failCalled: onTask('review-it/finance1', 'approve', { variables: { note: 'fail' } }),
  tellOther: onTask('review-it/finance2', 'approve', { variables: { note: 'tell' } }),
  returnCalled: onTask('review-it/finance1', 'return', { returnTo: 'initiator' }),
  time: letTimeCome,
  migrate: (subject) => asAdmin('migrate', { definitionId: second })(subject),
  jump: asAdmin('jump', { to: 'b' }),
  suspend: asAdmin('suspend'),
}
const names = Object.keys(actions)
const pairs = names.flatMap((one, at) =>
  [...names.slice(at), ...Object.keys(others)].map((two) => [one, two] as const),
)

async function stateOf({ instance, calledIds }: Subject): Promise<unknown> {
  const { db } = service().deps
  const { number } = await db
    .selectFrom('process_instances')
    .where('parent_id', '=', instance.id)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const timers = await db
    .selectFrom('timers')
    .where('instance_id', '=', instance.id)
    .select(['number', 'held'])
    .orderBy('number')
    .execute()
  const states = [instance.id, ...calledIds].map((id) => storedState(service(), id))
  return [number, timers, ...(await Promise.all(states))]
}

it('[BPM-21] any two actions at once in a family of approvals come to what some order of them comes to', async () => {
  const queue = [...pairs]
  const work = async () => {
    for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
      const order = { actions: { ...actions, ...others }, newSubject, stateOf, rounds: 2 }
      await expectSomeOrder(pair, order)
    }
  }
  // Several pairs at a time: the more is going on, the more often two really meet.
  await Promise.all([work(), work(), work()])
}, 900_000)
