import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, it } from 'vitest'
import { act, instancesPath, ownedPath, start } from '../../../testing/approvals.testing.ts'
import type { Grant } from '../../../testing/fake-iam.ts'
import { inARow, toRole, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import { tellGrantsAgain } from './grant-queries.ts'
import { tellReaders } from './grants.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  service().iam.grants.length = 0
})

const step = (id: string, candidates: string) => ({ id, xml: userTask(id, { candidates }) })
const inTurn = inARow('in-turn', [
  step('first', toRole('finance')),
  step('then', toUser('manager')),
])

const reading = ['dms:document:read']
const document = () => ({ documentId: uuidv7(), versionId: uuidv7(), name: 'offer.pdf' })
const remark = (username: string, id: string, ...attachments: object[]) =>
  tenant
    .as(username, reading)
    .post(`${instancesPath}/${id}/comments`, { comment: 'see here', attachments })
const idsOf = (...names: string[]) => names.map((name) => tenant.person(name).id)

/** Tells all that is due; answers what was told. */
async function told(): Promise<Grant[]> {
  const { deps, iam } = service()
  while ((await tellReaders(deps)) > 0);
  return iam.grants.splice(0)
}

const holdersIn = (grant: Grant | undefined) => grant?.tasks.map(({ holders }) => holders)
/** What has waited for its time is due. The column keeps milliseconds: the present may round up. */
const becomeDue = () =>
  sql`update attachment_grants set due_at = now() - interval '1 second'
    where tenant_id = ${tenant.id} and due_at is not null`.execute(service().deps.db)

it('[DMS-11] tells nothing of approvals that nothing is attached to', async () => {
  await publish(service(), tenant.id, inTurn)
  const instance = await start(tenant)
  await act(tenant, 'finance1', instance, 'approve')
  expect(await told()).toEqual([])
})

it('[DMS-11] tells who has it now, of an approval of any business type, until it is over', async () => {
  await publish(service(), tenant.id, inTurn)
  const { id } = await start(tenant)
  const [file, another] = [document(), document()]
  await remark('employee', id, file, another)
  const attachedBy = tenant.person('employee').id

  const [first, ...more] = await told()
  expect(more).toEqual([])
  expect(first).toMatchObject({ instanceId: id, number: 1, removed: [] })
  expect(first?.versions.toSorted((a, b) => (a.versionId < b.versionId ? -1 : 1))).toEqual(
    [file, another].map(({ versionId }) => ({ versionId, attachedBy })),
  )
  expect(holdersIn(first)?.map((ids) => ids.toSorted())).toEqual([
    idsOf('finance1', 'finance2').toSorted(),
  ])

  await act(tenant, 'finance2', { id }, 'claim')
  await tenant.application.send('DELETE', `${ownedPath}/${id}/attachments/${file.versionId}`)
  const [second, ...nothing] = await told()
  expect(nothing).toEqual([])
  expect(second).toMatchObject({
    number: 3,
    versions: [{ versionId: another.versionId }],
    removed: [{ versionId: file.versionId, removedBy: 'expense-app' }],
  })
  expect(holdersIn(second)).toEqual([idsOf('finance2')])

  await act(tenant, 'finance2', { id }, 'approve')
  expect(holdersIn((await told())[0])).toEqual([idsOf('manager')])
  await act(tenant, 'manager', { id }, 'approve')
  expect((await told())[0]).toMatchObject({ tasks: [] })
  expect(await told()).toEqual([])
})

it('[DMS-11] tells who has it now, also after the document service was away', async () => {
  await publish(service(), tenant.id, inTurn)
  const { id } = await start(tenant)
  await remark('employee', id, document())
  service().iam.failWith = 503
  expect(await told()).toEqual([])
  service().iam.failWith = undefined
  await act(tenant, 'finance1', { id }, 'approve')
  // It waits, however much happens meanwhile.
  expect(await told()).toEqual([])
  await becomeDue()

  const [only, ...more] = await told()
  expect(more).toEqual([])
  expect(holdersIn(only)).toEqual([idsOf('manager')])
})

it('[DMS-11] is told of what happens while it is told of what was before', async () => {
  await publish(service(), tenant.id, inTurn)
  const { id } = await start(tenant)
  await remark('employee', id, document())
  const { deps, iam } = service()
  await Promise.all([
    act(tenant, 'finance1', { id }, 'approve'),
    ...Array.from({ length: 6 }, () => tellReaders(deps)),
  ])
  await becomeDue()
  while ((await tellReaders(deps)) > 0);
  const last = iam.grants.toSorted((a, b) => a.number - b.number).at(-1)
  expect(holdersIn(last)).toEqual([idsOf('manager')])
})

it('[DMS-11] is taken up by another process where one died', async () => {
  await publish(service(), tenant.id, inTurn)
  const { id } = await start(tenant)
  await remark('employee', id, document())
  const { deps, iam } = service()
  const dying = {
    ...deps,
    documents: { ...deps.documents, grant: () => new Promise<void>(() => undefined) },
  }
  void tellReaders(dying)
  const leased = async () => {
    const { rows } = await sql<{ attempts: number }>`
      select attempts from attachment_grants where tenant_id = ${tenant.id}`.execute(deps.db)
    return rows[0]?.attempts
  }
  await expect.poll(leased).toBe(1)
  expect(await tellReaders(deps)).toBe(0)
  await becomeDue()
  expect(await tellReaders(deps)).toBe(1)
  expect(iam.grants).toHaveLength(1)
})

it('[DMS-11] tells of a family under its first approval, wherever something is attached in it', async () => {
  const legal = tenant.service('legal-app')
  const variables = [{ name: 'sum', type: 'number' }]
  await legal.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code: 'legal', variables })
  const review = inARow('legal-review', [step('counsel', toUser('finance1'))])
  await publish(service(), tenant.id, review, 'legal')
  const rules = '<approval:call><approval:in source="amount" target="sum"/></approval:call>'
  const calling = {
    id: 'legal',
    xml: `<callActivity id="legal" name="Legal" calledElement="legal-review"><extensionElements>${rules}</extensionElements></callActivity>`,
  }
  await publish(
    service(),
    tenant.id,
    inARow('calling', [step('m', toUser('manager')), calling, step('last', toUser('finance2'))]),
  )
  const { id } = await start(tenant)
  await act(tenant, 'manager', { id }, 'approve')
  const called = await tenant
    .as('employee', ['bpm:instance:read'])
    .get<{ items: { id: string }[] }>(`${instancesPath}/${id}/called`)
  const [{ id: calledId } = { id: '' }] = called.body.items
  const file = document()
  expect((await remark('finance1', calledId, file)).status).toBe(201)

  const [first] = await told()
  expect(first).toMatchObject({ instanceId: id, versions: [{ versionId: file.versionId }] })
  expect(holdersIn(first)).toEqual([idsOf('finance1')])
  await act(tenant, 'finance1', { id: calledId }, 'approve')
  expect(holdersIn((await told())[0])).toEqual([idsOf('finance2')])
  await act(tenant, 'finance2', { id }, 'approve')
  expect(holdersIn((await told())[0])).toEqual([])
})

it('[DMS-11] tells again, beyond any number that was told, after a restore', async () => {
  const { db } = service().deps
  await publish(service(), tenant.id, inTurn)
  const { id } = await start(tenant)
  await remark('employee', id, document())
  const [before] = await told()
  expect(await told()).toEqual([])

  expect(await tellGrantsAgain(db, tenant.id, new Date())).toBe(1)

  const [again, ...more] = await told()
  expect(more).toEqual([])
  expect(again).toEqual({ ...before, number: (before?.number ?? 0) + 10_000 })
  await act(tenant, 'finance1', { id }, 'approve')
  await act(tenant, 'manager', { id }, 'approve')
  await told()
  // What was over before is not told again.
  expect(await tellGrantsAgain(db, tenant.id, new Date(Date.now() + 60_000))).toBe(0)
})
