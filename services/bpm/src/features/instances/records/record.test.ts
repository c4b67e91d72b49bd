import { findAttachedRecord, readKeySet, verifyPrint, verifyRecord } from '@countersign/record'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { expenseProcess, inARow, toManager, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const take = async (username: string, { id }: { id: string }, permissions?: readonly string[]) =>
  tenant.as(username, permissions).get<string>(`${instancesPath}/${id}/record`)

const readKeys = async () =>
  readKeySet((await service().app.inject('/api/bpm/v1/record-keys')).body)

async function read(username: string, instance: { id: string }, permissions?: readonly string[]) {
  const { body } = await take(username, instance, permissions)
  const verified = verifyRecord(body, await readKeys())
  if (!verified.valid) throw new Error(JSON.stringify(verified.faults))
  return verified.content
}

it('says who decided what, and can be verified with the published keys alone', async () => {
  const instance = await start(tenant, { variables: { amount: 2500, note: 'with breakfast' } })
  const attachments = [
    { documentId: instance.id, versionId: instance.id, name: 'receipt.pdf' },
  ] as const
  await act(tenant, 'manager', instance, 'approve', { comment: 'fine', attachments }, [
    'dms:document:read',
  ])

  const { headers } = await take('employee', instance)
  const content = await read('employee', instance)

  expect(headers).toMatchObject({ 'content-type': 'application/jose', 'cache-control': 'no-store' })
  expect(content).toMatchObject({
    record: { issuer: 'http://platform.test', instanceId: instance.id, view: 'all' },
    approval: { title: 'Trip to Lisbon', status: 'RUNNING', result: null, round: 1 },
    values: [
      { name: 'amount', type: 'number', value: 2500 },
      { name: 'note', type: 'string', value: 'with breakfast' },
    ],
    definition: { version: 1, sha256: expect.stringMatching(/^[\w-]{43}$/) },
  })
  expect(content.seats[0]).toMatchObject({ status: 'APPROVED', endedBy: { name: 'MANAGER' } })
  expect(content.actions.find(({ action }) => action === 'approve')).toMatchObject({
    actor: { name: 'MANAGER', kind: 'user' },
    contentHash: expect.stringMatching(/^[\w-]{43}$/),
    comment: 'fine',
    attachments,
  })
  expect(content.deliveries.events.map(({ type }) => type)).toContain('task.completed')
})

it('gives the same bytes while nothing happens, and others after something has', async () => {
  const instance = await start(tenant)
  const [first, second] = await Promise.all([
    take('employee', instance),
    take('employee', instance),
  ])
  await act(tenant, 'manager', instance, 'approve')
  const later = await take('employee', instance)

  expect(second.body).toBe(first.body)
  expect(later.body).not.toBe(first.body)
})

it('is whole while others decide: its log, seats and state are of one moment', async () => {
  const instances = await Promise.all(Array.from({ length: 5 }, () => start(tenant)))
  const decisions = instances.map((instance) => act(tenant, 'manager', instance, 'approve'))
  const records = await Promise.all(
    instances.flatMap((instance) => [read('employee', instance), read('employee', instance)]),
  )
  await Promise.all(decisions)

  for (const { seats, actions } of records) {
    const inSeats = seats.some(({ status }) => status === 'APPROVED')
    expect(actions.some(({ action }) => action === 'approve')).toBe(inSeats)
  }
})

it('is there for participants and for who reads all, and for nobody else', async () => {
  const instance = await start(tenant)
  tenant.add('stranger')
  tenant.add('auditor')
  const other = await createTenant(service())
  const path = `${instancesPath}/${instance.id}/record`

  expect((await take('manager', instance)).status).toBe(200)
  expect((await take('auditor', instance, ['bpm:instance:read'])).status).toBe(200)
  expect((await take('stranger', instance)).status).toBe(404)
  expect((await other.as('manager', ['bpm:instance:read']).get(path)).status).toBe(404)
})

it('leaves out what a participant may not see, everywhere', async () => {
  const hidden = '<approval:fields><approval:field name="note" access="hidden"/></approval:fields>'
  const node = { id: 'review', xml: userTask('review', { candidates: toManager, more: hidden }) }
  const definitionId = await publish(service(), tenant.id, inARow('hiding', [node]))
  const instance = await start(tenant, { definitionId, variables: { amount: 1, note: 'secret' } })
  const whole = await read('employee', instance)
  const part = await read('manager', instance)

  expect(whole.values.map(({ name }) => name)).toEqual(['amount', 'note'])
  expect(part.record.view).toBe('participant')
  expect(part.values.map(({ name }) => name)).toEqual(['amount'])
  expect(JSON.stringify(part)).not.toContain('secret')
})

it('gives its owner both forms of one moment, with what all who decide may see, and nobody else', async () => {
  const hidden = '<approval:fields><approval:field name="note" access="hidden"/></approval:fields>'
  const nodes = ['review', 'check'].map((id, index) => ({
    id,
    xml: userTask(id, { candidates: toManager, more: index === 0 ? hidden : '' }),
  }))
  const definitionId = await publish(service(), tenant.id, inARow('showing', nodes))
  const instance = await start(tenant, { definitionId, variables: { amount: 1, note: 'secret' } })
  const path = `/internal/v1/bpm/process-instances/${instance.id}/record`
  const { status, body } = await tenant.application.get<{ record: string; print: string }>(
    `${path}?language=zh-CN`,
  )
  const other = await tenant.service('somebody-else').get(path)

  expect([status, other.status]).toEqual([200, 404])
  const print = Buffer.from(body.print, 'base64')
  expect(findAttachedRecord(print)).toBe(body.record)
  expect(verifyPrint(print, await readKeys())).toBeUndefined()
  const verified = verifyRecord(body.record, await readKeys())
  if (!verified.valid) throw new Error(JSON.stringify(verified.faults))
  const { record, values } = verified.content
  expect([record.view, values.map(({ name }) => name)]).toEqual(['participant', ['amount']])
  expect(body.record).not.toContain(Buffer.from('secret').toString('base64url'))
  expect(JSON.stringify(verified.content)).not.toContain('secret')
})

it('shows the origin of the application to who reads all alone', async () => {
  const instance = await start(tenant)
  tenant.add('auditor')
  const origins = await Promise.all([
    read('auditor', instance, ['bpm:instance:read']),
    read('employee', instance),
    read('manager', instance),
  ])

  expect(origins.map(({ deliveries }) => deliveries.origin)).toEqual([
    'http://app.test',
    null,
    null,
  ])
})

it('says when the application took an event', async () => {
  const instance = await start(tenant)
  const at = new Date('2030-01-02T03:04:05.678Z')
  await sql`insert into delivery_attempts (tenant_id, event_id, id, attempted_at, duration_ms, outcome)
    select tenant_id, event_id, gen_random_uuid(), ${at}, 5, 'delivered' from delivery_events
    where tenant_id = ${tenant.id} and instance_id = ${instance.id} and sequence = 1`.execute(
    service().deps.db,
  )
  const { record, deliveries } = await read('employee', instance)

  expect(deliveries.events[0]?.deliveredAt).toBe(at.toISOString())
  expect(record.asOf).toBe(at.toISOString())
})

it('has the returns and what changed between the rounds', async () => {
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'return', { comment: 'too much' })
  const owned = `/internal/v1/bpm/process-instances/${instance.id}/variables`
  await tenant.application.send('PATCH', owned, { amount: 900 })
  await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, { amount: 900 })
  const { approval, rounds } = await read('employee', instance)

  expect(approval.round).toBe(2)
  expect(rounds).toMatchObject([
    { round: 1, status: 'RETURNED', returned: { by: { name: 'MANAGER' }, comment: 'too much' } },
    { round: 2, changes: [{ name: 'amount', from: 2500, to: 900 }] },
  ])
})

it('says of an intervention what was forced', async () => {
  const instance = await start(tenant)
  tenant.add('admin')
  const jump = { to: ['end'], reason: 'nobody is left', force: true }
  const as = tenant.as('admin', ['bpm:instance:admin'])
  const { status } = await as.post(`${instancesPath}/${instance.id}/jump`, jump)
  const { actions, approval } = await read('employee', instance)

  expect([status, approval.result]).toEqual([200, 'APPROVED'])
  expect(actions.at(-1)).toMatchObject({
    action: 'jump',
    actor: { name: 'ADMIN' },
    details: { forced: { unvoted: true } },
  })
})

it('names a copy and when it was read', async () => {
  const instance = await start(tenant)
  const mentions = [tenant.person('finance1').id]
  const said = { comment: 'look', mentions }
  await tenant.as('employee').post(`${instancesPath}/${instance.id}/comments`, said)
  const before = await read('employee', instance)
  const { body } = await tenant
    .as('finance1')
    .get<{ items: { taskNo: string }[] }>(`${tasksPath}?box=cc`)
  await tenant.as('finance1').post(`${tasksPath}/${body.items[0]?.taskNo ?? ''}/read`)
  const after = await read('employee', instance)

  expect(before.copies).toMatchObject([{ person: { name: 'FINANCE1' }, readAt: null }])
  expect(after.copies[0]?.readAt).toEqual(expect.any(String))
  expect(await taskOf(tenant, 'manager', instance)).toEqual(expect.any(String))
})
