import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { call } from './support/api.ts'
import { actOn, findTask, startBody } from './support/approvals.ts'
import { platform, userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

// An approval that nobody can decide: it waits for a role that nobody has.

const code = `stuck-${Date.now()}`
const drawing = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:approval="urn:countersign:bpmn:1" targetNamespace="http://e2e">
<process id="${code}" name="${code}" isExecutable="true">
  <startEvent id="start"/>
  <userTask id="a" name="Seal it"><extensionElements>
    <approval:candidates><approval:candidate kind="role" ref="${code}"/></approval:candidates>
    <approval:policy onEmpty="block"/>
  </extensionElements></userTask>
  <endEvent id="end"/>
  <sequenceFlow id="f1" sourceRef="start" targetRef="a"/>
  <sequenceFlow id="f2" sourceRef="a" targetRef="end"/>
</process></definitions>`

const incidents = '/api/bpm/v1/incidents'
let admin: string

beforeAll(async () => {
  admin = await tokenOf('admin')
  const { tenantId } = userNamed('admin')
  const { callbackOrigin } = platform().sampleApp
  const token = await serviceToken('sample', ['bpm.biztype.register', `tenant:${tenantId}`])
  const type = {
    code,
    version: '1',
    name: 'Sealing',
    variables: [
      { name: 'amount', type: 'number' },
      { name: 'reason', type: 'string' },
    ],
    detailPath: '/sealing/{bizId}',
    callback: { origin: callbackOrigin, path: '/internal/bpm-events' },
    initiatePermission: 'expense:start',
  }
  const made = [
    await call('POST', '/internal/v1/bpm/biz-types', { token, json: type }),
    await call('POST', '/api/iam/v1/roles', { token: admin, json: { code, name: 'Sealers' } }),
  ]
  const json = { bizType: code, key: code, name: 'Sealing', bpmnXml: drawing }
  const draft = await call('POST', '/api/bpm/v1/definitions', { token: admin, json })
  made.push(draft)
  made.push(
    await call('POST', `/api/bpm/v1/definitions/${String(draft.body['id'])}/publish`, {
      token: admin,
    }),
  )
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 200])
})

/** Gives somebody the role until the test has ended. */
async function appoint(username: string): Promise<void> {
  const path = `/api/iam/v1/members/${userNamed(username).id}`
  const { body } = await call('GET', path, { token: admin })
  const before = (body['roles'] as unknown as { id: string }[]).map(({ id }) => id)
  const set = (roles: readonly string[]) => call('PUT', path, { token: admin, json: { roles } })
  onTestFinished(async () => void (await set(before)))
  expect((await set([...before, code])).status).toBe(200)
}

it('shows an approval that nobody can decide to administrators, and goes on when somebody is found', async () => {
  const open = async () =>
    Number((await call('GET', `${incidents}/counts`, { token: admin })).body['open'])
  const before = await open()
  const started = await call('POST', '/api/bpm/v1/process-instances', {
    token: await tokenOf('employee'),
    json: startBody(code, { amount: 10 }),
  })
  expect(started.body).toMatchObject({ status: 'RUNNING' })
  const id = String(started.body['id'])

  expect(await open()).toBe(before + 1)
  const listed = await call('GET', `${incidents}?state=open&limit=200`, { token: admin })
  const items = listed.body['items'] as unknown as { id: string; instance: { id: string } }[]
  const incident = items.find(({ instance }) => instance.id === id)
  expect(incident).toMatchObject({ kind: 'nobody_found', node: { name: 'Seal it' } })
  const byOthers = await call('GET', incidents, { token: await tokenOf('employee') })
  expect(byOthers.status).toBe(403)

  const retry = () =>
    call('POST', `${incidents}/${incident?.id ?? ''}/retry`, { token: admin, json: {} })
  expect((await retry()).body['code']).toBe('bpm.incident_persists')
  await appoint('finance2')
  await expect.poll(async () => (await retry()).body['state'], { timeout: 60_000 }).toBe('resolved')

  expect(await open()).toBe(before)
  expect((await actOn(await findTask('finance2', id), 'finance2', 'approve', {})).status).toBe(200)
  const ended = await call('GET', `/api/bpm/v1/process-instances/${id}`, { token: admin })
  expect(ended.body['status']).toBe('APPROVED')
})
