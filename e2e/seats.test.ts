import { expect, it, onTestFinished } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { createExpense, eventsOf } from './support/expenses.ts'
import { userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

const read = async (username: string, path: string) =>
  (await call('GET', `/api/bpm/v1${path}`, { token: await tokenOf(username) })).body

/** Sends somebody away for a day; what they have said of it before is there again afterwards. */
async function sendAway(username: string, ...standIns: readonly string[]): Promise<void> {
  const put = async (names: readonly string[]) => {
    const from = new Date(Date.now() - 60_000).toISOString()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const items = names.map((name) => ({ to: userNamed(name).id, from, until, bizTypes: null }))
    const token = await tokenOf(username)
    const { status } = await call('PUT', '/api/bpm/v1/me/delegations', { token, json: { items } })
    expect(status).toBe(200)
  }
  onTestFinished(() => put([]))
  await put(standIns)
}

const statusOf = async (instanceId: string) =>
  (await read('employee', `/process-instances/${instanceId}`))['status']

it('lets nobody approve their own request after a transfer, whoever hands it to them', async () => {
  const { instanceId } = await createExpense({ title: 'My own', amount: 100 })
  const taskNo = await findTask('manager', instanceId)
  const to = userNamed('employee').id

  for (const [who, action] of [
    ['manager', 'transfer'],
    ['admin', 'transfer'],
    ['manager', 'delegate'],
  ] as const) {
    const { status, body } = await actOn(taskNo, who, action, { to })
    expect([status, body['code'], body['rule']]).toEqual([
      422,
      'bpm.separation_of_duties',
      'onInitiator',
    ])
  }
  expect((await actOn(taskNo, 'employee', 'approve', {})).status).toBe(404)
  expect(await statusOf(instanceId)).toBe('RUNNING')
})

it('says in whose place a stand-in decides, in the task, the timeline and the events', async () => {
  await sendAway('manager', 'finance1')
  const { id, instanceId } = await createExpense({ title: 'While away', amount: 100 })
  const taskNo = await findTask('finance1', instanceId)
  const { body } = await actOn(taskNo, 'finance1', 'approve', {})

  const whose = { id: userNamed('manager').id }
  expect(body).toMatchObject({ onBehalfOf: whose, endedBy: { id: userNamed('finance1').id } })
  const timeline = await read('employee', `/process-instances/${instanceId}/timeline`)
  expect(timeline['items']).toContainEqual(
    expect.objectContaining({ action: 'approve', onBehalfOf: expect.objectContaining(whose) }),
  )
  const token = await serviceToken('sample', [
    'bpm.instance.read',
    `tenant:${userNamed('manager').tenantId}`,
  ])
  const path = `/internal/v1/bpm/process-instances/${instanceId}/events?afterSequence=0`
  const events = await call('GET', path, { token })
  expect(events.body['items']).toContainEqual(
    expect.objectContaining({
      type: 'instance.approved',
      onBehalfOf: expect.objectContaining(whose),
      task: expect.objectContaining({ onBehalfOf: expect.objectContaining(whose) }),
    }),
  )
  // The receiver of the sample application takes them as any other.
  await expect
    .poll(async () => (await eventsOf(id)).map(({ type }) => type))
    .toContain('instance.approved')
})

it('has two seats filled by two people, whoever stands in for whom', async () => {
  await sendAway('finance1', 'finance2')
  const { instanceId } = await createExpense({ title: 'Two seats', amount: 2000 })
  await actOn(await findTask('manager', instanceId), 'manager', 'approve', {})

  await actOn(await findTask('finance2', instanceId), 'finance2', 'approve', {})
  expect(await statusOf(instanceId)).toBe('RUNNING')
  // The seat waits for whose it is, and is not handed to who has decided.
  const waiting = await findTask('finance1', instanceId)
  const handed = await actOn(waiting, 'finance1', 'transfer', { to: userNamed('finance2').id })
  expect([handed.status, handed.body['rule']]).toEqual([422, 'oneSeat'])
  await actOn(waiting, 'finance1', 'approve', {})
  expect(await statusOf(instanceId)).toBe('APPROVED')
})
