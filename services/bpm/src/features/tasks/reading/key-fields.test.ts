import { beforeEach, expect, it } from 'vitest'
import { instancesPath, start, tasksPath } from '../../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TaskListItem } from '../schema.ts'

const service = useService()
let tenant: TestTenant

const both = (text: string) => ({ en: text, 'zh-CN': text })
const amount = {
  variable: 'amount',
  label: both('Amount'),
  format: 'money',
  currencyVariable: 'note',
}
const who = { variable: 'reviewer', label: both('Reviewer'), format: 'person' }
const hidden = '<approval:fields><approval:field name="note" access="hidden"/></approval:fields>'

beforeEach(async () => {
  tenant = await createTenant(service())
  const keyFields = [amount, { ...amount, variable: 'amount2', format: 'quantity' }]
  const variables = [...bizTypeBody.variables, { name: 'amount2', type: 'number' }]
  const [money, quantity] = keyFields
  const declared = [money, { ...quantity, currencyVariable: undefined, unit: both('days') }, who]
  const body = { ...bizTypeBody, variables, keyFields: declared }
  const { status } = await tenant.application.post('/internal/v1/bpm/biz-types', body)
  expect(status).toBe(200)
  const nodes = [
    { id: 'one', xml: userTask('one', { candidates: toUser('manager') }) },
    { id: 'two', xml: userTask('two', { candidates: toUser('finance1'), more: hidden }) },
  ]
  await publish(service(), tenant.id, inARow('keyed', nodes))
})

const inbox = async (name: string, query = '') =>
  (await tenant.as(name).get<{ items: TaskListItem[] }>(`${tasksPath}${query}`)).body.items
const csv = async (name: string, path: string) => {
  const { body } = await tenant.as(name).get<string>(path)
  const [head = '', line = ''] = body.trimEnd().split('\r\n')
  return line.split(',').slice(head.split(',').indexOf('amount'))
}

it('[BPM-23] says in each list what is to be decided, as values to be written by who shows them', async () => {
  const reviewer = tenant.person('finance2').id
  const { id } = await start(tenant, {
    variables: { amount: 1200.5, note: 'CNY', amount2: 3, reviewer },
  })
  const expected = [
    { name: 'amount', label: both('Amount'), format: 'money', value: 1200.5, currency: 'CNY' },
    { name: 'amount2', label: both('Amount'), format: 'quantity', value: 3, unit: both('days') },
    { name: 'reviewer', label: both('Reviewer'), format: 'person', value: reviewer },
  ]

  const [line] = await inbox('manager')
  const task = await tenant.as('manager').get(`${tasksPath}/${line?.taskNo}`)
  const instance = await tenant.as('employee').get(`${instancesPath}/${id}`)
  const list = await tenant.as('employee').get(instancesPath)

  expect(line?.instance.keyFields).toEqual(expected)
  expect(task.body).toMatchObject({ instance: { keyFields: expected } })
  expect(instance.body['keyFields']).toEqual(expected)
  expect(list.body).toMatchObject({ items: [{ keyFields: expected }] })
  const cells = ['1200.5', 'CNY', `Amount: 1200.5 CNY; Amount: 3 days; Reviewer: ${reviewer}`]
  expect(await csv('manager', `${tasksPath}.csv`)).toEqual(cells)
  expect(await csv('employee', `${instancesPath}.csv`)).toEqual(cells)
})

it('says nothing of what has no value, and nothing of what the node hides', async () => {
  await start(tenant, { variables: { amount: 5, note: 'CNY' } })
  const [first] = await inbox('manager')
  await tenant.as('manager').post(`${tasksPath}/${first?.taskNo}/approve`, {})

  const [line] = await inbox('finance1')
  const { body } = await tenant.as('finance1').get(`${tasksPath}/${line?.taskNo}`)

  const withoutCurrency = [{ name: 'amount', label: both('Amount'), format: 'money', value: 5 }]
  expect(line?.instance.keyFields).toEqual(withoutCurrency)
  expect(body).toMatchObject({ instance: { keyFields: withoutCurrency } })
  expect(await csv('finance1', `${tasksPath}.csv`)).toEqual(['5', '', 'Amount: 5'])
  const involved = `${instancesPath}.csv?box=involved`
  expect(await csv('finance1', involved)).toEqual(['5', '', 'Amount: 5'])
  expect(await csv('manager', involved)).toEqual(['5', 'CNY', 'Amount: 5 CNY'])
})

it('takes a currency for none that is no code of one', async () => {
  await start(tenant, { variables: { amount: 5, note: 'much' } })
  const [line] = await inbox('manager')
  expect(line?.instance.keyFields?.[0]).not.toHaveProperty('currency')
})
