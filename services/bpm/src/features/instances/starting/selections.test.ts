import { beforeEach, expect, it } from 'vitest'
import type { StartPathView } from '../../../runtime/views/path-view.ts'
import { act, instancesPath, start, startBody, taskOf } from '../../../testing/approvals.testing.ts'
import { inARow, process, toManager, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TaskView } from '../../tasks/schema.ts'

const service = useService()
let tenant: TestTenant

const chosenBy = (kind: string) => `<approval:candidate kind="${kind}"/>`

/** The initiator chooses for `first` and `last`, and who approves `first` for `second`. */
beforeEach(async () => {
  tenant = await createTenant(service())
  const nodes = [
    { id: 'first', xml: userTask('first', { candidates: chosenBy('initiatorSelects') }) },
    { id: 'second', xml: userTask('second', { candidates: chosenBy('previousApproverSelects') }) },
    { id: 'manager', xml: userTask('manager', { candidates: toManager }) },
    { id: 'last', xml: userTask('last', { candidates: chosenBy('initiatorSelects') }) },
  ]
  await publish(service(), tenant.id, inARow('choosing', nodes))
})

async function preview(selections: Record<string, string[]>) {
  const { idempotencyKey: _, ...content } = startBody({ selections })
  const answer = await tenant
    .as('employee')
    .post<StartPathView>(`${instancesPath}/preview`, content)
  return answer.body
}

it('[BPM-08] tells before the start whose people are to be chosen, and the way as far as it is known', async () => {
  const blind = await preview({})
  expect(blind.selections).toEqual([
    { node: { id: 'first', name: 'first task' }, required: true },
    { node: { id: 'last', name: 'last task' }, required: false },
  ])
  expect(blind.steps).toEqual([])
  const chosen = await preview({ first: [tenant.person('finance1').id] })
  expect(chosen.selections).toEqual(blind.selections)
  expect(chosen.steps.map(({ node }) => node.id)).toEqual(['first'])
})

it('[BPM-08] tells an approver whose people are to be chosen, and refuses to go on without', async () => {
  const instance = await start(tenant, { selections: { first: [tenant.person('manager').id] } })
  const taskNo = await taskOf(tenant, 'manager', instance)
  const { body: task } = await tenant.as('manager').get<TaskView>(`/api/bpm/v1/tasks/${taskNo}`)
  expect(task.form.selections).toEqual([{ id: 'second', name: 'second task' }])

  const { status, body } = await act(tenant, 'manager', instance, 'approve')
  expect([status, body]).toMatchObject([
    422,
    { names: ['second'], errors: [{ pointer: '/selections/second', code: 'selection_required' }] },
  ])

  const selections = { second: [tenant.person('finance1').id] }
  expect((await act(tenant, 'manager', instance, 'approve', { selections })).status).toBe(200)
  await taskOf(tenant, 'finance1', instance)
})

it('[BPM-08] offers to say who else is shown it, and asks nobody to', async () => {
  const copy = `<serviceTask id="tell" name="Tell"><extensionElements><approval:copy/><approval:candidates>${chosenBy('initiatorSelects')}</approval:candidates></extensionElements></serviceTask>`
  const other = await createTenant(service())
  const nodes = [
    { id: 'tell', xml: copy },
    { id: 'manager', xml: userTask('manager', { candidates: toManager }) },
  ]
  await publish(service(), other.id, inARow('telling', nodes))
  const { idempotencyKey: _, ...content } = startBody({})
  const blind = await other.as('employee').post<StartPathView>(`${instancesPath}/preview`, content)
  expect(blind.body.selections).toEqual([{ node: { id: 'tell', name: 'Tell' }, required: false }])
  await start(other, {})
  await start(other, { bizId: 'told', selections: { tell: [other.person('finance1').id] } })
})

it('[BPM-08] lets nobody choose for a node that others choose for', async () => {
  const finance = [tenant.person('finance1').id]
  const foreign = (node: string) => ({
    errors: [{ pointer: `/selections/${node}`, code: 'not_yours_to_choose' }],
  })
  const first = [tenant.person('manager').id]
  const { status, body } = await tenant
    .as('employee')
    .post(instancesPath, startBody({ selections: { first, second: finance } }))
  expect([status, body]).toMatchObject([422, foreign('second')])

  const instance = await start(tenant, {
    selections: { first, last: [tenant.person('finance2').id] },
  })
  const selections = { second: finance, last: finance }
  const answer = await act(tenant, 'manager', instance, 'approve', { selections })
  expect([answer.status, answer.body]).toMatchObject([422, foreign('last')])
  await act(tenant, 'manager', instance, 'approve', { selections: { second: finance } })
  await act(tenant, 'finance1', instance, 'approve')
  await act(tenant, 'manager', instance, 'approve')
  await taskOf(tenant, 'finance2', instance)
})

it('[BPM-08] lets whoever starts choose for the first who is asked, behind steps that ask nobody', async () => {
  const other = await createTenant(service())
  const nobody = '<approval:candidate kind="expression" value="[]"/>'
  const passes = '<approval:policy onEmpty="approve"/>'
  const nodes = [
    { id: 'passed', xml: userTask('passed', { candidates: nobody, more: passes }) },
    { id: 'next', xml: userTask('next', { candidates: chosenBy('previousApproverSelects') }) },
  ]
  await publish(service(), other.id, inARow('passing', nodes))
  const instance = await start(other, { selections: { next: [other.person('finance1').id] } })
  await taskOf(other, 'finance1', instance)
})

it('[BPM-08] lets whoever starts choose only where its way leads', async () => {
  const other = await createTenant(service())
  const elements =
    '<startEvent id="start"/><exclusiveGateway id="x" default="f1"/><endEvent id="end"/>' +
    userTask('a', { candidates: toManager }) +
    userTask('t', { candidates: chosenBy('previousApproverSelects') })
  const xml = process('forked', elements, ['start x', 'x a', 'x t', 'a t', 't end']).replace(
    'targetRef="t"/>',
    'targetRef="t"><conditionExpression>amount &gt; 1000</conditionExpression></sequenceFlow>',
  )
  await publish(service(), other.id, xml)
  const selections = { t: [other.person('finance1').id] }
  const ask = (amount: number) =>
    other.as('employee').post(instancesPath, startBody({ selections, variables: { amount } }))
  expect(await ask(1)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/selections/t', code: 'not_yours_to_choose' }] },
  })
  expect((await ask(2000)).status).toBe(201)
})
