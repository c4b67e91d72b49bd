import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import { act, instancesPath, ownedPath, start } from '../../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  declaredVariables,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import type { LastLookView } from './schema.ts'

const service = useService()
let tenant: TestTenant

const hidesNote = '<approval:fields><approval:field name="note" access="hidden"/></approval:fields>'

beforeEach(async () => {
  tenant = await createTenant(service())
  const variables = declaredVariables.map((one) =>
    one.name === 'amount' ? { ...one, label: 'Amount' } : one,
  )
  await tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, variables })
  const nodes = [
    { id: 'manager', xml: userTask('manager', { candidates: toUser('manager') }) },
    {
      id: 'finance',
      xml: userTask('finance', { candidates: toUser('finance1'), more: hidesNote }),
    },
  ]
  await publish(service(), tenant.id, inARow('looks', nodes))
})

const pathOf = ({ id }: { id: string }) => `${instancesPath}/${id}/last-look`
const read = async (username: string, instance: { id: string }) =>
  (await tenant.as(username).get<LastLookView>(pathOf(instance))).body
const put = (username: string, instance: { id: string }, sequence: unknown) =>
  tenant.as(username).send('PUT', pathOf(instance), { sequence })
const sequenceOf = async ({ id }: { id: string }) =>
  (await tenant.as('employee').get<InstanceView>(`${instancesPath}/${id}`)).body.sequence
const look = async (username: string, instance: { id: string }) => {
  expect((await put(username, instance, await sequenceOf(instance))).status).toBe(204)
}
const set = (instance: { id: string }, values: object) =>
  tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, values)
const resubmit = (instance: { id: string }) =>
  tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
const amount = (from: number, to: number) => ({ name: 'amount', label: 'Amount', from, to })

describe('what is different since one last saw it', () => {
  it('[BPM-14] is told since one decided, in whatever round that was', async () => {
    const instance = await start(tenant)
    await look('manager', instance)
    await act(tenant, 'manager', instance, 'approve')
    await act(tenant, 'finance1', instance, 'return', { comment: 'too much' })
    await set(instance, { amount: 9000 })
    await set(instance, { amount: 900, note: 'one night' })
    await resubmit(instance)
    await look('manager', instance)

    expect(await read('manager', instance)).toMatchObject({
      seen: { round: 1, action: 'approve' },
      changes: [amount(2500, 900), { name: 'note', from: null, to: 'one night' }],
      attachments: [],
    })
    // A look is no decision: what they put their name to stays what is compared with.
    await set(instance, { note: 'two nights' })
    await look('manager', instance)
    expect((await read('manager', instance)).changes).toMatchObject([
      amount(2500, 900),
      { name: 'note', from: null, to: 'two nights' },
    ])
    await act(tenant, 'manager', instance, 'approve')
    expect(await read('manager', instance)).toMatchObject({
      seen: { round: 2, action: 'approve' },
      changes: [],
    })
    expect(await read('employee', instance)).toMatchObject({
      seen: { round: 2, action: 'resubmit' },
      changes: [{ name: 'note', from: 'one night', to: 'two nights' }],
    })
  })

  it('shows nobody a value that is hidden from them', async () => {
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    await act(tenant, 'finance1', instance, 'return', { comment: 'too much' })
    await set(instance, { amount: 900, note: 'secret' })

    expect(await read('finance1', instance)).toMatchObject({
      seen: { round: 1, action: 'return' },
      changes: [amount(2500, 900)],
    })
  })

  it('is told since the last look that showed something else, where one has not decided', async () => {
    const instance = await start(tenant)
    expect(await read('manager', instance)).toEqual({ seen: null, changes: [], attachments: [] })
    await look('manager', instance)
    expect(await read('manager', instance)).toMatchObject({
      seen: { round: 1, action: null },
      changes: [],
    })
    await set(instance, { amount: 900 })
    expect((await read('manager', instance)).changes).toEqual([amount(2500, 900)])
    // Opened on the way and again at the desk: it is marked still.
    await look('manager', instance)
    await look('manager', instance)
    expect((await read('manager', instance)).changes).toEqual([amount(2500, 900)])
    await set(instance, { amount: 700 })
    expect((await read('manager', instance)).changes).toEqual([amount(900, 700)])
    await look('manager', instance)
    expect((await read('manager', instance)).changes).toEqual([amount(900, 700)])
  })

  it('names what was attached and taken away', async () => {
    const instance = await start(tenant)
    const readsFiles = ['dms:document:read', 'expense:start']
    const file = (name: string) => ({ documentId: uuidv7(), versionId: uuidv7(), name })
    const [first, second] = [file('offer.pdf'), file('second offer.pdf')]
    const attach = (attachment: object) =>
      tenant.as('employee', readsFiles).post(`${instancesPath}/${instance.id}/comments`, {
        comment: 'see here',
        attachments: [attachment],
      })
    await attach(first)
    await look('manager', instance)
    await attach(second)
    const path = `${instancesPath}/${instance.id}/attachments/${first.versionId}`
    expect((await tenant.as('employee').send('DELETE', path)).status).toBe(204)

    expect((await read('manager', instance)).attachments).toEqual([
      { ...first, change: 'removed' },
      { ...second, change: 'added' },
    ])
  })

  it('is kept once for windows that look at once, and never goes back', async () => {
    const instance = await start(tenant)
    const first = await sequenceOf(instance)
    await set(instance, { amount: 900 })
    const second = await sequenceOf(instance)

    const order = [second, first, second, 2 ** 31 - 1, first]
    const answers = await Promise.all(order.map((one) => put('manager', instance, one)))
    expect(answers.map(({ status }) => status)).toEqual(order.map(() => 204))
    await put('manager', instance, first)

    await set(instance, { amount: 700 })
    expect((await read('manager', instance)).changes).toEqual([amount(900, 700)])
  })

  it.each([0, 1.5, 2 ** 31, '1', undefined])('is not kept of the entry %j', async (sequence) => {
    const instance = await start(tenant)
    expect(await put('manager', instance, sequence)).toMatchObject({
      status: 400,
      body: { code: 'bpm.invalid_request' },
    })
  })

  it('is not there for those who may not read the approval', async () => {
    const instance = await start(tenant)
    const other = await createTenant(service())
    for (const stranger of [tenant.as('finance2'), other.as('manager')]) {
      expect((await stranger.get(pathOf(instance))).status).toBe(404)
      expect((await stranger.send('PUT', pathOf(instance), { sequence: 1 })).status).toBe(404)
    }
  })
})
