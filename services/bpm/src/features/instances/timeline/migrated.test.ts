import { readKeySet, verifyRecord } from '@countersign/record'
import { beforeEach, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { act, instancesPath, ownedPath, start } from '../../../testing/approvals.testing.ts'
import { byAll, inARow, toManager, toRole, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TimelineItem } from '../schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

const hidden = '<approval:fields><approval:field name="note" access="hidden"/></approval:fields>'
const step = (id: string, candidates: string, more = '') => ({
  id,
  xml: userTask(id, { candidates, more }),
})
const variables = { amount: 1, note: 'secret' }

async function begin(nodes: Parameters<typeof inARow>[1]): Promise<InstanceView> {
  const definitionId = await publish(service(), tenant.id, inARow('before', nodes))
  return start(tenant, { definitionId, variables })
}

async function move(
  { id }: InstanceView,
  to: Parameters<typeof inARow>[1],
  nodes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const definitionId = await publish(service(), tenant.id, inARow('after', to))
  const body = { definitionId, reason: 'new rules', nodes }
  const path = `${instancesPath}/${id}/migrate`
  const { status } = await tenant.as('admin', ['bpm:instance:admin']).post(path, body)
  expect(status).toBe(200)
}

/** The hashes that somebody reads of what was approved and taken back. */
async function hashesFor(username: string, { id }: InstanceView) {
  const path = `${instancesPath}/${id}/timeline`
  const { body } = await tenant.as(username).get<{ items: TimelineItem[] }>(path)
  return hashesIn(body.items)
}

const hashesIn = (items: readonly Pick<TimelineItem, 'action' | 'contentHash'>[]) =>
  items
    .filter(({ action }) => action === 'approve' || action === 'take-back')
    .map(({ contentHash }) => contentHash)

async function hashesForOwner({ id }: InstanceView) {
  const { body } = await tenant.application.get<{ record: string }>(`${ownedPath}/${id}/record`)
  const keys = readKeySet((await service().app.inject('/api/bpm/v1/record-keys')).body)
  const verified = verifyRecord(body.record, keys)
  if (!verified.valid) throw new Error(JSON.stringify(verified.faults))
  return hashesIn(verified.content.actions)
}

const hash = expect.stringMatching(/^[\w-]{43}$/)

it('keeps the hash of a vote at a node that is gone from whom a value was hidden', async () => {
  const instance = await begin([
    step('early', toManager),
    step('finance', toUser('finance1'), hidden),
  ])
  await act(tenant, 'manager', instance, 'approve')
  const to = [step('late', toManager), step('money', toUser('finance1'), hidden)]
  await move(instance, to, { finance: 'money' })

  expect(await hashesFor('finance1', instance)).toEqual([undefined])
  expect(await hashesForOwner(instance)).toEqual([undefined])
  expect(await hashesFor('employee', instance)).toEqual([hash])
})

it('shows it to whoever sees all that it was made of', async () => {
  const instance = await begin([step('early', toManager, hidden), step('then', toUser('finance1'))])
  await act(tenant, 'manager', instance, 'approve')
  await move(instance, [step('late', toManager), step('then', toUser('finance1'))])

  expect(await hashesFor('finance1', instance)).toEqual([hash])
})

it('keeps it where the new definition hides what the vote was about', async () => {
  const instance = await begin([step('early', toManager), step('then', toUser('finance1'))])
  await act(tenant, 'manager', instance, 'approve')
  const to = [step('early', toManager, hidden), step('then', toUser('finance1'), hidden)]
  await move(instance, to)

  expect(await hashesFor('finance1', instance)).toEqual([undefined])
  expect(await hashesFor('manager', instance)).toEqual([undefined])
  expect(await hashesForOwner(instance)).toEqual([undefined])
})

it('knows a vote by its node then, when the node has taken the name of another one', async () => {
  const instance = await begin([
    step('finance', toRole('finance'), byAll),
    step('money', toManager, hidden),
  ])
  await act(tenant, 'finance1', instance, 'approve')
  const to = [step('money', toRole('finance'), byAll + hidden)]
  await move(instance, to, { finance: 'money' })
  await act(tenant, 'finance2', instance, 'approve')

  expect(await hashesFor('finance2', instance)).toEqual([undefined, hash])
})

it('keeps that of a decision which is taken back in another definition', async () => {
  const instance = await begin([step('early', toManager), step('then', toUser('finance1'), hidden)])
  await act(tenant, 'manager', instance, 'approve')
  const to = [step('early', toManager, hidden), step('then', toUser('finance1'), hidden)]
  await move(instance, to)
  const timeline = await tenant
    .as('manager')
    .get<{ items: TimelineItem[] }>(`${instancesPath}/${instance.id}/timeline`)
  const taskNo = timeline.body.items.find(({ action }) => action === 'approve')?.task?.taskNo
  const { status } = await tenant.as('manager').post(`/api/bpm/v1/tasks/${taskNo}/take-back`, {})

  expect(status).toBe(200)
  expect(await hashesFor('finance1', instance)).toEqual([undefined, undefined])
  expect(await hashesFor('employee', instance)).toEqual([hash, hash])
})
