import { beforeEach, describe, expect, it } from 'vitest'
import {
  act,
  eventsOf,
  instancesPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import { byAll, inARow, toRole, toUser, userTask } from '../../../testing/processes.ts'
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
  for (const name of ['deputy', 'second']) tenant.add(name)
})

const policy = (attributes: string) => `<approval:policy ${attributes}/>`
const task = (id: string, candidates: string, more = '') => ({
  id,
  xml: userTask(id, { candidates, more }),
})
const id = (name: string) => tenant.person(name).id
const apart = (nodes: string, more = '') =>
  `<extensionElements><approval:separation nodes="${nodes}"${more}/></extensionElements>`
const separated = (xml: string, rule = apart('one two')) =>
  xml.replace('isExecutable="true">', `isExecutable="true">${rule}`)
const administrator = () => tenant.as('second', ['bpm:instance:admin', 'bpm:handover:write'])

const away = async (who: string, ...to: readonly string[]) => {
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const items = to.map((name) => ({ to: id(name), from, until, bizTypes: null }))
  const { status } = await tenant.as(who).send('PUT', '/api/bpm/v1/me/delegations', { items })
  expect(status).toBe(200)
}
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
  body['rule'],
]
const refused = (rule: string) => [422, 'bpm.separation_of_duties', rule]
const timeline = async (instance: { id: string }) => {
  const path = `${instancesPath}/${instance.id}/timeline`
  const { body } = await tenant.as('employee').get<{ items: Record<string, unknown>[] }>(path)
  return body.items
}

describe('who started an approval', () => {
  const keepsOut = (onInitiator: string) =>
    inARow('own', [task('one', toUser('manager') + toUser('finance1'), policy(onInitiator))])

  it.each(['skip', 'manager', 'departmentLeader'])(
    'gets no seat by any way where the policy says %s',
    async (says) => {
      const xml = inARow('own', [task('one', toUser('manager'), policy(`onInitiator="${says}"`))])
      await publish(service(), tenant.id, xml)
      const instance = await start(tenant)
      const to = id('employee')
      const ways = [
        ['transfer', { to }],
        ['delegate', { to }],
        ...['before', 'after', 'parallel'].map(
          (position) => ['add-sign', { position, users: [to] }] as const,
        ),
      ] as const
      for (const [action, body] of ways) {
        expect(refusal(await act(tenant, 'manager', instance, action, body))).toEqual(
          refused('onInitiator'),
        )
      }
      const taskNo = await taskOf(tenant, 'manager', instance)
      const byAdministrator = await administrator().post(`${tasksPath}/${taskNo}/transfer`, { to })
      expect(refusal(byAdministrator)).toEqual(refused('onInitiator'))
      const { body } = await administrator().post<{
        items: { status: number; problem: { rule: string } }[]
      }>('/api/bpm/v1/handovers', { from: id('manager'), to })
      expect(body.items).toMatchObject([{ status: 422, problem: { rule: 'onInitiator' } }])
      expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
    },
  )

  it('decides nothing that came to them before the rule was kept, and can hand it on', async () => {
    await publish(service(), tenant.id, keepsOut('onInitiator="skip"'))
    const instance = await start(tenant)
    const taskNo = await taskOf(tenant, 'manager', instance)
    await service()
      .deps.db.updateTable('tasks')
      .set({ assignee_id: id('employee'), candidate_ids: [], candidate_names: [] })
      .where('tenant_id', '=', tenant.id)
      .execute()

    const own = tenant.as('employee')
    expect((await own.get(`${tasksPath}/${taskNo}`)).body['allowedActions']).toEqual(['transfer'])
    for (const action of ['approve', 'reject', 'return']) {
      expect(refusal(await own.post(`${tasksPath}/${taskNo}/${action}`, {}))).toEqual(
        refused('onInitiator'),
      )
    }
    const handed = await own.post(`${tasksPath}/${taskNo}/transfer`, { to: id('finance2') })
    expect(handed.status).toBe(200)
    expect((await act(tenant, 'finance2', instance, 'approve')).status).toBe(200)
  })

  it('is not chosen where the node keeps them out', async () => {
    const chosen = '<approval:candidate kind="initiatorSelects"/>'
    const xml = inARow('own', [task('one', chosen, policy('onInitiator="skip"'))])
    await publish(service(), tenant.id, xml)
    const body = {
      bizType: 'expense',
      bizId: 'E-1',
      title: 'T',
      variables: { amount: 1 },
      idempotencyKey: 'k',
      selections: { one: [id('employee')] },
    }
    expect(refusal(await tenant.as('employee').post(instancesPath, body))).toEqual(
      refused('onInitiator'),
    )
  })
})

describe('who approved before', () => {
  it('is handed nothing where the policy asks nobody twice', async () => {
    const xml = inARow('twice', [
      task('one', toUser('manager')),
      task('two', toUser('finance1'), policy('duplicates="any"')),
    ])
    await publish(service(), tenant.id, xml)
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')

    const handed = await act(tenant, 'finance1', instance, 'transfer', { to: id('manager') })
    expect(refusal(handed)).toEqual(refused('duplicates'))
  })
})

describe('nodes that are kept apart', () => {
  const both = (more = '') => [
    task('one', toUser('manager')),
    task('two', toUser('manager') + toUser('finance1'), byAll + more),
  ]

  it('are not decided by the same person, by whatever way', async () => {
    await publish(service(), tenant.id, separated(inARow('apart', both())))
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')

    await expect(taskOf(tenant, 'manager', instance)).rejects.toThrow('nothing to do')
    const handed = await act(tenant, 'finance1', instance, 'transfer', { to: id('manager') })
    expect(refusal(handed)).toEqual(refused('separation'))
    const reason = 'Once more'
    const jump = await administrator().post(`${instancesPath}/${instance.id}/jump`, {
      to: 'two',
      reason,
    })
    expect(jump.status).toBe(200)
    await expect(taskOf(tenant, 'manager', instance)).rejects.toThrow('nothing to do')
    await act(tenant, 'finance1', instance, 'approve')
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
  })

  it('go to administrators where nobody is left, and are never approved by themselves', async () => {
    tenant.add('boss', { roles: ['admin'] })
    const only = task('two', toUser('manager'), policy('onEmpty="approve"'))
    const xml = separated(inARow('apart', [task('one', toUser('manager')), only]))
    await publish(service(), tenant.id, xml)
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    expect(await taskOf(tenant, 'boss', instance)).toBeDefined()
  })

  it('count between rounds when it is said', async () => {
    const lasting = apart('one two', ' rounds="all"')
    await publish(service(), tenant.id, separated(inARow('lasting', both()), lasting))
    const instance = await start(tenant)
    await act(tenant, 'manager', instance, 'approve')
    await act(tenant, 'finance1', instance, 'return', { returnTo: 'initiator' })
    const owned = `/internal/v1/bpm/process-instances/${instance.id}/variables`
    await tenant.application.send('PATCH', owned, { amount: 1 })
    const again = await tenant.as('employee').post(`${instancesPath}/${instance.id}/resubmit`, {})
    expect(again.status).toBe(200)
    // The manager has decided at "one" in the round before, and is asked there again.
    await act(tenant, 'manager', instance, 'transfer', { to: id('deputy') })
    await act(tenant, 'deputy', instance, 'approve')
    await expect(taskOf(tenant, 'manager', instance)).rejects.toThrow('nothing to do')
  })
})

describe('who stands in', () => {
  it('decides on behalf of somebody, and it shows everywhere', async () => {
    await publish(service(), tenant.id, inARow('standing', [task('one', toUser('manager'))]))
    await away('manager', 'deputy')
    const instance = await start(tenant)
    const whose = { id: id('manager'), name: 'MANAGER' }

    const { body: inbox } = await tenant
      .as('deputy')
      .get<{ items: Record<string, unknown>[] }>(tasksPath)
    expect(inbox.items).toMatchObject([{ onBehalfOf: whose }])
    const { body } = await act(tenant, 'deputy', instance, 'approve')
    expect(body).toMatchObject({ onBehalfOf: whose, endedBy: { name: 'DEPUTY' } })
    const entries = await timeline(instance)
    expect(entries.at(-1)).toMatchObject({ actor: { name: 'DEPUTY' }, onBehalfOf: whose })
    const events = await eventsOf(service(), instance)
    const told = events.filter(({ type }) => type !== 'instance.started')
    expect(told).toMatchObject([
      { type: 'task.created', task: { onBehalfOf: whose } },
      { type: 'task.completed', onBehalfOf: whose, task: { onBehalfOf: whose } },
      { type: 'instance.approved', onBehalfOf: whose, task: { onBehalfOf: whose } },
    ])
    const csv = await tenant.as('deputy').get<string>('/api/bpm/v1/tasks.csv?box=done')
    expect(csv.body).toMatch(/onBehalfOfName[^]*DEPUTY[^]*MANAGER/)
  })

  it('is named with whose seat it is among those who share a task', async () => {
    const shared = toUser('manager') + toUser('finance1')
    await publish(service(), tenant.id, inARow('shared', [task('one', shared)]))
    await away('manager', 'deputy')
    const instance = await start(tenant)
    const taskNo = await taskOf(tenant, 'deputy', instance)

    const seen = await tenant.as('finance1').get(`${tasksPath}/${taskNo}`)
    expect(seen.body['onBehalfOf']).toBeUndefined()
    const claimed = await tenant.as('deputy').post(`${tasksPath}/${taskNo}/claim`, {})
    expect(claimed.body).toMatchObject({ onBehalfOf: { name: 'MANAGER' } })
  })

  it('fills one of two seats: the other goes to the next one, or waits', async () => {
    const two = task('one', toUser('manager') + toUser('finance1'), byAll)
    await publish(service(), tenant.id, inARow('two', [two]))
    await away('manager', 'finance1')
    const waiting = await start(tenant)
    await act(tenant, 'finance1', waiting, 'approve')
    expect((await readInstance(tenant, waiting)).status).toBe('RUNNING')
    expect(await taskOf(tenant, 'manager', waiting)).toBeDefined()

    await tenant.as('manager').send('PUT', '/api/bpm/v1/me/delegations', { items: [] })
    await away('manager', 'finance1', 'deputy')
    const next = await start(tenant)
    await act(tenant, 'finance1', next, 'approve')
    await act(tenant, 'deputy', next, 'approve')
    expect((await readInstance(tenant, next)).status).toBe('APPROVED')
  })

  it('for both fills one', async () => {
    const two = task('one', toUser('manager') + toUser('finance1'), byAll)
    await publish(service(), tenant.id, inARow('two', [two]))
    await away('manager', 'deputy')
    await away('finance1', 'deputy')
    const instance = await start(tenant)
    await act(tenant, 'deputy', instance, 'approve')
    expect((await readInstance(tenant, instance)).status).toBe('RUNNING')
    expect(await taskOf(tenant, 'finance1', instance)).toBeDefined()
  })

  it('is handed no second seat, neither after the first was decided', async () => {
    const two = task('one', toRole('finance'), byAll)
    await publish(service(), tenant.id, inARow('two', [two]))
    const instance = await start(tenant)
    await act(tenant, 'finance1', instance, 'approve')
    const handed = await act(tenant, 'finance2', instance, 'transfer', { to: id('finance1') })
    expect(refusal(handed)).toEqual(refused('oneSeat'))
    const { body } = await administrator().post<{ items: unknown[] }>('/api/bpm/v1/handovers', {
      from: id('finance2'),
      to: id('finance1'),
    })
    expect(body.items).toMatchObject([{ status: 422, problem: { rule: 'oneSeat' } }])
  })

  it('decides once in a run of a node, by the database as well', async () => {
    const two = task('one', toRole('finance'), byAll)
    await publish(service(), tenant.id, inARow('two', [two]))
    await start(tenant)
    const same = service()
      .deps.db.updateTable('tasks')
      .set({ decided_by: id('finance1'), status: 'APPROVED', ended_at: new Date() })
      .where('tenant_id', '=', tenant.id)
      .execute()
    await expect(same).rejects.toThrow('tasks_one_decision_each')
  })
})
