import { beforeEach, expect, it } from 'vitest'
import { apply, initialState } from '../core/engine/engine.ts'
import { migrate } from '../core/engine/actions/migrate.ts'
import type { EngineState } from '../core/engine/state.ts'
import { act, instancesPath, ownedPath, readInstance, start } from '../testing/approvals.testing.ts'
import { expenseProcess, inARow, toUser, userTask } from '../testing/processes.ts'
import { createTenant, publish, useService, type TestTenant } from '../testing/service.testing.ts'
import { findInstance, type InstanceRow } from './load/instances.ts'
import { loadState } from './load/snapshot.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

async function stored(id: string): Promise<{ row: InstanceRow; state: EngineState }> {
  const { db } = service().deps
  const row = await findInstance(db, tenant.id, id)
  if (row === undefined) throw new Error('the instance is gone')
  return { row, state: (await loadState(db, row)).state }
}

/** The state that the log alone leads to. */
async function replay(row: InstanceRow, startedOn = row.definitionId): Promise<EngineState> {
  const { db, processes, engineOptions } = service().deps
  let process = await processes.get(tenant.id, startedOn)
  const log = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenant.id)
    .where('instance_id', '=', row.id)
    .where('command', 'is not', null)
    .select(['command', 'answers'])
    .orderBy('sequence')
    .execute()
  let state = initialState(row.initiatorId, { amount: 2500 })
  for (const { command, answers } of log) {
    if (command === null) continue
    const known = new Map(Object.entries(answers ?? {}))
    if (command.kind === 'migrate') {
      const to = await processes.get(tenant.id, command.definitionId)
      const moved = migrate(process, to, state, command, known, engineOptions)
      if (moved.kind !== 'applied') throw new Error(JSON.stringify(moved))
      state = moved.state
      process = to
      continue
    }
    const outcome = apply(process, state, command, known, engineOptions)
    if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
    state = outcome.state
  }
  return state
}

const plain = (state: EngineState): unknown => JSON.parse(JSON.stringify(state))

it('[BPM-14] keeps a log that leads to the state in the tables, through returns and hand-overs', async () => {
  await publish(service(), tenant.id, expenseProcess)
  const instance = await start(tenant)
  const steps: (() => Promise<{ status: number }>)[] = [
    () => act(tenant, 'manager', instance, 'return', { returnTo: 'initiator' }),
    () =>
      tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, {
        amount: 4000,
        note: 'x',
      }),
    () => tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {}),
    () => act(tenant, 'manager', instance, 'delegate', { to: tenant.person('finance1').id }),
    () => act(tenant, 'finance1', instance, 'resolve'),
    () => act(tenant, 'manager', instance, 'approve'),
    () => act(tenant, 'finance2', instance, 'approve'),
    () =>
      act(tenant, 'finance1', instance, 'add-sign', {
        position: 'before',
        users: [tenant.person('manager').id],
      }),
    () => act(tenant, 'manager', instance, 'approve'),
    () => act(tenant, 'finance1', instance, 'approve'),
  ]

  for (const [index, step] of steps.entries()) {
    expect((await step()).status, `step ${index}`).toBe(200)
    const { row, state } = await stored(instance.id)
    expect(plain(await replay(row)), `step ${index}`).toEqual(plain(state))
  }
  expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED', round: 2 })
})

it('[BPM-14] goes back to a node and straight on from there, also after the tables were read anew', async () => {
  const straight = '<approval:return to="any" resubmit="straightBack"/>'
  const nodes = ['a', 'b', 'c'].map((id, at) => {
    const candidates = toUser(['manager', 'finance1', 'finance2'][at] ?? '')
    return { id, xml: userTask(id, { candidates, more: straight }) }
  })
  await publish(service(), tenant.id, inARow('three-steps', nodes))
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve')
  await act(tenant, 'finance1', instance, 'approve')

  const returned = await act(tenant, 'finance2', instance, 'return', { returnTo: 'a' })
  expect([returned.status, returned.body['status']]).toEqual([200, 'RETURNED'])
  expect((await readInstance(tenant, instance)).currentNodes).toMatchObject([{ id: 'a' }])
  await act(tenant, 'manager', instance, 'approve')

  expect((await readInstance(tenant, instance)).currentNodes).toMatchObject([{ id: 'c' }])
  const { row, state } = await stored(instance.id)
  expect(plain(await replay(row))).toEqual(plain(state))
  expect((await act(tenant, 'finance2', instance, 'approve')).status).toBe(200)
  expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED' })
})

it('refuses to return to a node that was never visited, and says where it can go', async () => {
  const nodes = ['a', 'b'].map((id) => ({
    id,
    xml: userTask(id, { candidates: toUser('manager') }),
  }))
  await publish(service(), tenant.id, inARow('two-steps', nodes))
  const instance = await start(tenant)

  const { status, body } = await act(tenant, 'manager', instance, 'return', { returnTo: 'b' })

  expect([status, body['code']]).toEqual([422, 'bpm.action_invalid'])
  expect(body['errors']).toMatchObject([{ pointer: '/returnTo' }])
})

it('[BPM-14] leads to the same state across a migration to another definition', async () => {
  const first = await publish(service(), tenant.id, expenseProcess)
  const renamed = expenseProcess
    .replace('id="expense-approval"', 'id="expense-later"')
    .replaceAll('"finance"', '"money"')
    .replace('ref="money"', 'ref="finance"')
  const second = await publish(service(), tenant.id, renamed)
  const instance = await start(tenant, { definitionId: first })
  await act(tenant, 'manager', instance, 'approve')
  await act(tenant, 'finance1', instance, 'approve')
  tenant.add('admin')
  const migrated = await tenant
    .as('admin', ['bpm:instance:admin'])
    .post(`${instancesPath}/${instance.id}/migrate`, {
      definitionId: second,
      nodes: { finance: 'money' },
      reason: 'a new name',
    })
  expect(migrated.status).toBe(200)
  expect((await act(tenant, 'finance2', instance, 'approve')).status).toBe(200)

  const { row, state } = await stored(instance.id)

  expect(row.status).toBe('APPROVED')
  expect(plain(await replay(row, first))).toEqual(plain(state))
})
