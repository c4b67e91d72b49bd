import { readKeySet, verifyRecord } from '@countersign/record'
import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, start } from '../../../testing/approvals.testing.ts'
import { inARow, toManager, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

const hidden = '<approval:fields><approval:field name="note" access="hidden"/></approval:fields>'
const step = (id: string, candidates: string, more = '') => ({
  id,
  xml: userTask(id, { candidates, more }),
})
const callOf = (rules: string) => ({
  id: 'call',
  xml: `<callActivity id="call" calledElement="called"><extensionElements>${rules}</extensionElements></callActivity>`,
})
const variables = { amount: 1, note: 'secret' }
const inheriting = '<approval:call inheritVariables="true"/>'
const handingOver = '<approval:call><approval:in source="note" target="note"/></approval:call>'

beforeEach(async () => {
  tenant = await createTenant(service())
  const called = inARow('called', [step('inner', toUser('finance1'), hidden)])
  await publish(service(), tenant.id, called)
})

const begin = async (key: string, nodes: Parameters<typeof inARow>[1]) => {
  const definitionId = await publish(service(), tenant.id, inARow(key, nodes))
  return start(tenant, { definitionId, variables })
}

/** The names of the values in the record that the application shows on. */
async function shown({ id }: { id: string }): Promise<string[]> {
  const path = `/internal/v1/bpm/process-instances/${id}/record`
  const { body } = await tenant.application.get<{ record: string }>(path)
  const keys = readKeySet((await service().app.inject('/api/bpm/v1/record-keys')).body)
  const verified = verifyRecord(body.record, keys)
  if (!verified.valid) throw new Error(JSON.stringify(verified.faults))
  expect(verified.content.record.view).toBe('participant')
  return verified.content.values.map(({ name }) => name)
}

it('shows no value of a process that asks nobody itself', async () => {
  expect(await shown(await begin('calling', [callOf(inheriting)]))).toEqual([])
})

it('shows no value that a called process is given, where it may be hidden', async () => {
  const check = step('check', toManager)

  expect(await shown(await begin('handing', [check, callOf(handingOver)]))).toEqual(['amount'])
  expect(await shown(await begin('inheriting', [check, callOf(inheriting)]))).toEqual([])
})

it('shows no value once somebody was asked at a node of an earlier definition', async () => {
  const instance = await begin('before', [
    step('early', toManager, hidden),
    step('finance', toUser('finance1')),
  ])
  await act(tenant, 'manager', instance, 'approve')
  const after = inARow('after', [step('late', toManager), step('money', toUser('finance1'))])
  const definitionId = await publish(service(), tenant.id, after)
  tenant.add('admin')
  const migrated = await tenant
    .as('admin', ['bpm:instance:admin'])
    .post(`${instancesPath}/${instance.id}/migrate`, {
      definitionId,
      reason: 'new rules',
      nodes: { finance: 'money' },
    })
  expect(migrated.status).toBe(200)

  expect(await shown(instance)).toEqual([])
})
