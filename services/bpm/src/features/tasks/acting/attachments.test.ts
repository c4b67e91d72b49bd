import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, it } from 'vitest'
import { instancesPath, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { inARow, toManager, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant
let instance: { id: string }
let taskNo: string

beforeEach(async () => {
  tenant = await createTenant(service())
  const process = inARow('one', [{ id: 'm', xml: userTask('m', { candidates: toManager }) }])
  await publish(service(), tenant.id, process)
  instance = await start(tenant)
  taskNo = await taskOf(tenant, 'manager', instance)
})

const document = () => ({ documentId: uuidv7(), versionId: uuidv7(), name: 'offer.pdf' })
const hide = ({ versionId }: { versionId: string }) => service().iam.unreadable.add(versionId)

const reading = ['dms:document:read']
const keyed = (key?: string): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key }
const approve = (attachments: readonly object[], key?: string, permissions = reading) =>
  tenant
    .as('manager', permissions)
    .post(`${tasksPath}/${taskNo}/approve`, { attachments }, keyed(key))
const remark = (attachments: readonly object[], key?: string, permissions = reading) =>
  tenant
    .as('employee', permissions)
    .post(
      `${instancesPath}/${instance.id}/comments`,
      { comment: 'see here', attachments },
      keyed(key),
    )
/** What the document service has been asked so far. */
const askedOfDms = () => service().iam.requests.filter((line) => line.includes('/dms/')).length

const refused = {
  status: 422,
  body: { code: 'bpm.attachment_unreadable', errors: [{ pointer: '/attachments/1' }] },
}
const logged = async () =>
  (
    await tenant
      .as('employee')
      .get<{ items: { action: string; attachments: object[] }[] }>(
        `${instancesPath}/${instance.id}/timeline`,
      )
  ).body.items.filter(({ action }) => action === 'approve' || action === 'comment')

it('[DMS-11] what somebody may not read themselves they attach to nothing', async () => {
  const [theirs, others] = [document(), document()]
  hide(others)

  expect(await approve([theirs, others])).toMatchObject(refused)
  expect(await remark([theirs, others])).toMatchObject(refused)
  expect(await logged()).toEqual([])

  expect((await remark([theirs])).status).toBe(201)
  expect((await approve([theirs])).status).toBe(200)
  expect(await logged()).toMatchObject([{ attachments: [theirs] }, { attachments: [theirs] }])
})

it('[DMS-11] whose token does not reach to documents attaches none, and dms is not asked', async () => {
  const [one, asked] = [document(), askedOfDms()]
  const nothing = {
    status: 422,
    body: { code: 'bpm.attachment_unreadable', errors: [{ pointer: '/attachments/0' }] },
  }

  expect(await approve([one], undefined, ['bpm:instance:admin'])).toMatchObject(nothing)
  expect(await remark([one], undefined, ['bpm:instance:read'])).toMatchObject(nothing)

  expect(askedOfDms()).toBe(asked)
  expect(await logged()).toEqual([])
})

it('[DMS-11] nothing is attached while nobody can say who reads it, and no attachment waits for that', async () => {
  service().iam.failWith = 500
  const failed = await approve([document()])
  expect(failed).toMatchObject({ status: 503, body: { code: 'bpm.documents_unavailable' } })
  service().iam.failWith = undefined

  const asked = askedOfDms()
  expect((await approve([])).status).toBe(200)
  expect(askedOfDms()).toBe(asked)
})

it.each([
  ['a decision', 200, approve],
  ['a remark', 201, remark],
])(
  '[DMS-11] a repeat of %s answers as the first did, also when they can no longer read it',
  async (_, status, send) => {
    const [theirs, key] = [document(), uuidv7()]
    const first = await send([theirs], key)
    hide(theirs)
    const repeated = await send([theirs], key)
    expect([first.status, repeated.status, repeated.body]).toEqual([status, status, first.body])
    expect(repeated.headers['idempotency-replayed']).toBe('true')
  },
)

it('[DMS-11] a task that is over shows nothing to anybody', async () => {
  expect((await approve([])).status).toBe(200)
  const asked = askedOfDms()

  const late = await approve([document()])

  expect(late).toMatchObject({ status: 409, body: { code: 'bpm.task_not_open' } })
  expect(askedOfDms()).toBe(asked)
})
