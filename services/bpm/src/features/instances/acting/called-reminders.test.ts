import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, start, tasksPath } from '../../../testing/approvals.testing.ts'
import { inARow, process, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

const call = (id: string, key: string) => `
  <callActivity id="${id}" calledElement="${key}"><extensionElements>
    <approval:call inheritVariables="true"/></extensionElements></callActivity>`

/** The manager decides while finance1 does in a called approval, and finance2 in one that this calls. */
beforeEach(async () => {
  tenant = await createTenant(service())
  const audit = { id: 'audit', xml: userTask('audit', { candidates: toUser('finance2') }) }
  await publish(service(), tenant.id, inARow('audit-all', [audit]))
  const both = (key: string, user: string, called: string) =>
    process(
      key,
      `<startEvent id="start"/><parallelGateway id="fork"/><endEvent id="end"/>
      ${userTask('decide', { candidates: toUser(user) })}${call('called', called)}`,
      ['start fork', 'fork decide', 'fork called', 'decide end', 'called end'],
    )
  await publish(service(), tenant.id, both('review', 'finance1', 'audit-all'))
  await publish(service(), tenant.id, both('whole', 'manager', 'review'))
})

const definitionOf = async (key: string) =>
  (
    await service()
      .deps.db.selectFrom('definitions')
      .where('tenant_id', '=', tenant.id)
      .where('key', '=', key)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id
const begin = async () => start(tenant, { definitionId: await definitionOf('whole') })
const remind = (id: string) =>
  tenant.as('employee').post<{ reminded: string[] }>(`${instancesPath}/${id}/remind`)
const idOf = (name: string) => tenant.person(name).id
const calledBy = async (id: string) =>
  (await tenant.as('employee').get<{ items: { id: string }[] }>(`${instancesPath}/${id}/called`))
    .body.items[0]?.id ?? ''

it('reminds everybody who still has to decide, in called approvals, too', async () => {
  const { id } = await begin()
  const everybody = ['manager', 'finance1', 'finance2'].map(idOf)

  expect((await remind(id)).body.reminded.toSorted()).toEqual(everybody.toSorted())
  const inbox = await tenant.as('finance2').get<{ items: { remindedAt: string }[] }>(tasksPath)
  expect(inbox.body.items[0]?.remindedAt).not.toBeNull()

  await act(tenant, 'finance1', { id: await calledBy(id) }, 'approve')
  expect((await remind(id)).body.reminded.toSorted()).toEqual(
    [idOf('manager'), idOf('finance2')].toSorted(),
  )
})

it('reminds of a called approval by itself, and leaves it alone once that was often enough', async () => {
  const { id } = await begin()
  const called = await calledBy(id)
  const only = [idOf('finance1'), idOf('finance2')].toSorted()
  for (const _ of [1, 2, 3]) {
    expect((await remind(called)).body.reminded.toSorted()).toEqual(only)
  }
  expect((await remind(called)).status).toBe(429)

  expect((await remind(id)).body.reminded).toEqual([idOf('manager')])
})

it('neither hangs nor fails when they are reminded and decide at the same moment', async () => {
  const { id } = await begin()
  const called = { id: await calledBy(id) }
  const deepest = { id: await calledBy(called.id) }
  const answers = await Promise.all([
    remind(id),
    act(tenant, 'finance1', called, 'approve'),
    remind(called.id),
    act(tenant, 'finance2', deepest, 'approve'),
    act(tenant, 'manager', { id }, 'approve'),
    remind(id),
  ])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const decided = [answers[1], answers[3], answers[4]].map((answer) => answer?.status)
  expect(decided).toEqual([200, 200, 200])
})
