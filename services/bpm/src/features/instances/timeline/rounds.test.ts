import { beforeEach, describe, expect, it } from 'vitest'
import { act, instancesPath, ownedPath, start } from '../../../testing/approvals.testing.ts'
import { inARow, toManager, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  declaredVariables,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { RoundView, TimelineItem } from '../schema.ts'

const service = useService()
let tenant: TestTenant

const fields = (name: string, access: string) =>
  `<approval:fields><approval:field name="${name}" access="${access}"/></approval:fields>`

beforeEach(async () => {
  tenant = await createTenant(service())
  const labelled = declaredVariables.map((one) =>
    one.name === 'amount' ? { ...one, label: 'Amount' } : one,
  )
  await tenant.application.post('/internal/v1/bpm/biz-types', {
    ...bizTypeBody,
    variables: labelled,
  })
  const nodes = [
    {
      id: 'manager',
      xml: userTask('manager', { candidates: toManager, more: fields('note', 'write') }),
    },
    {
      id: 'finance',
      xml: userTask('finance', { candidates: toUser('finance1'), more: fields('note', 'hidden') }),
    },
  ]
  await publish(service(), tenant.id, inARow('rounds', nodes))
})

const patch = (id: string, values: object) =>
  tenant.application.send('PATCH', `${ownedPath}/${id}/variables`, values)
const rounds = async (id: string, username = 'employee') =>
  (await tenant.as(username).get<{ items: RoundView[] }>(`${instancesPath}/${id}/rounds`)).body
    .items
const timeline = async (id: string, username = 'employee') =>
  (await tenant.as(username).get<{ items: TimelineItem[] }>(`${instancesPath}/${id}/timeline`)).body
    .items

async function twoRounds(): Promise<string> {
  const instance = await start(tenant)
  await act(tenant, 'manager', instance, 'approve', { variables: { note: 'check' } })
  await act(tenant, 'finance1', instance, 'return', { returnTo: 'initiator', comment: 'too much' })
  await patch(instance.id, { amount: 9000 })
  await patch(instance.id, { amount: 900, note: null })
  await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
  return instance.id
}

describe('the rounds of an approval', () => {
  it('[BPM-14] tell what changed between them, who sent it back and why', async () => {
    const id = await twoRounds()

    expect(await rounds(id)).toMatchObject([
      {
        round: 1,
        status: 'RETURNED',
        returned: { by: { id: tenant.person('finance1').id }, comment: 'too much' },
        changes: [],
      },
      {
        round: 2,
        status: 'RUNNING',
        returned: null,
        changes: [{ name: 'amount', label: 'Amount', from: 2500, to: 900 }],
      },
    ])
  })

  it('keep old and new values in the log, for those who may see them', async () => {
    const id = await twoRounds()

    const all = await timeline(id)
    expect(all.find(({ action }) => action === 'approve')?.details).toEqual({
      changes: [{ name: 'note', from: null, to: 'check' }],
    })
    const updates = all.filter(({ action }) => action === 'updateVariables')
    expect(updates.map(({ details }) => details['changes'])).toEqual([
      [{ name: 'amount', from: 2500, to: 9000 }],
      [
        { name: 'amount', from: 9000, to: 900 },
        { name: 'note', from: 'check', to: null },
      ],
    ])
    const seen = await timeline(id, 'finance1')
    expect(seen.find(({ action }) => action === 'approve')?.details).toEqual({ changes: [] })
    expect(JSON.stringify(seen)).not.toContain('note')
  })

  it('and the approval itself name values as the business type does', async () => {
    const instance = await start(tenant)
    expect(instance.labels).toEqual({ amount: 'Amount' })
  })
})
