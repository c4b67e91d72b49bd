import { randomUUID } from 'node:crypto'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Body } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { allowCallbacks, declareType } from './support/callbacks.ts'
import { userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

/** Everyone of finance, whatever the amount is, and then the manager. */
const twoNodes = (key: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:approval="urn:countersign:bpmn:1" targetNamespace="urn:example:content">
  <process id="${key}" name="Both of finance" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="toFinance" sourceRef="start" targetRef="finance" />
    <userTask id="finance" name="Countersign of finance">
      <extensionElements>
        <approval:candidates><approval:candidate kind="role" ref="finance" /></approval:candidates>
        <approval:decision mode="all" reject="any" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="toManager" sourceRef="finance" targetRef="manager" />
    <userTask id="manager" name="Manager approval">
      <extensionElements>
        <approval:candidates><approval:candidate kind="managerLine" from="1" to="1" /></approval:candidates>
      </extensionElements>
    </userTask>
    <sequenceFlow id="toEnd" sourceRef="manager" targetRef="end" />
    <endEvent id="end" />
  </process>
</definitions>`

const bizType = `content-${randomUUID().slice(0, 8)}`
let application: FakeBusinessApp
beforeAll(async () => {
  application = await startFakeBusinessApp()
  await allowCallbacks(application.origin)
  await declareType(bizType, application.origin, '/events', twoNodes(bizType))
})
afterAll(() => application.close())

const read = async (username: string, path: string): Promise<Body> =>
  (await call('GET', `/api/bpm/v1${path}`, { token: await tokenOf(username) })).body

async function startOn10(): Promise<string> {
  const { status, body } = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: startBody(bizType, { amount: 10 }),
  })
  expect(status).toBe(201)
  return String(body['id'])
}

/** As the application that owns the expense does it, while the approval runs. */
async function setAmount(instanceId: string, amount: number): Promise<void> {
  const scopes = ['bpm.instance.write', `tenant:${userNamed('employee').tenantId}`]
  const { status } = await call(
    'PATCH',
    `/internal/v1/bpm/process-instances/${instanceId}/variables`,
    { token: await serviceToken('sample', scopes), json: { amount } },
  )
  expect(status).toBe(200)
}

interface Seen {
  readonly taskNo: string
  readonly contentHash: string
}

async function look(username: string, instanceId: string): Promise<Seen> {
  const taskNo = await findTask(username, instanceId)
  const { contentHash } = await read(username, `/tasks/${taskNo}`)
  return { taskNo, contentHash: String(contentHash) }
}

const approve = (username: string, { taskNo, contentHash }: Seen) =>
  actOn(taskNo, username, 'approve', { contentHash })

const nodesOf = async (instanceId: string) =>
  (await read('employee', `/process-instances/${instanceId}`))['currentNodes']

async function decisionsOn(instanceId: string): Promise<Body[]> {
  const { items } = await read('finance2', `/process-instances/${instanceId}/timeline`)
  return (items as unknown as Body[]).filter((item) => String(item['action']) === 'approve')
}

it('counts no vote on 10 for 1,000,000: it is asked again, and what was seen is in the timeline', async () => {
  const instanceId = await startOn10()
  const [mine, theirs] = [await look('finance1', instanceId), await look('finance2', instanceId)]
  expect(theirs.contentHash).toBe(mine.contentHash)
  expect((await approve('finance1', mine)).status).toBe(200)

  await setAmount(instanceId, 1_000_000)

  const again = await look('finance1', instanceId)
  expect(again.taskNo).not.toBe(mine.taskNo)
  expect(again.contentHash).not.toBe(mine.contentHash)
  const refused = await approve('finance2', theirs)
  expect([refused.status, refused.body['code'], refused.body['contentHash']]).toEqual([
    412,
    'bpm.content_changed',
    again.contentHash,
  ])
  expect((await approve('finance2', await look('finance2', instanceId))).status).toBe(200)
  // One of two: the vote on 10 does not fill the other's seat.
  expect(await nodesOf(instanceId)).toMatchObject([{ id: 'finance' }])
  expect((await approve('finance1', again)).status).toBe(200)
  expect(await nodesOf(instanceId)).toMatchObject([{ id: 'manager' }])

  expect(await decisionsOn(instanceId)).toMatchObject([
    { contentHash: mine.contentHash, changedSince: ['amount'] },
    { contentHash: again.contentHash, changedSince: [] },
    { contentHash: again.contentHash, changedSince: [] },
  ])
})

it('shows whoever decides next what has changed since others decided', async () => {
  const instanceId = await startOn10()
  for (const name of ['finance1', 'finance2']) await approve(name, await look(name, instanceId))
  const { taskNo } = await look('manager', instanceId)
  expect((await read('manager', `/tasks/${taskNo}`))['changedSince']).toEqual([])

  await setAmount(instanceId, 1_000_000)

  expect((await read('manager', `/tasks/${taskNo}`))['changedSince']).toEqual([
    { node: { id: 'finance', name: 'Countersign of finance' }, names: ['amount'] },
  ])
  expect(await decisionsOn(instanceId)).toMatchObject([
    { changedSince: ['amount'] },
    { changedSince: ['amount'] },
  ])
})
