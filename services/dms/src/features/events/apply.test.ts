import { randomUUID } from 'node:crypto'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { WorkflowEvent } from '@countersign/event-receiver'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bind, bindVersion } from '../../testing/bound.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { findBinding } from '../approvals/queries.ts'
import { recordOutcome } from '../approvals/record-outcome.ts'
import { applyBpmEvent } from './apply.ts'

let setup: Setup
let user: TestUser
beforeAll(async () => {
  setup = await setUp()
  user = setup.makeUser()
})
afterAll(() => setup.close())

/** A version whose start has no known result, and what it has come to at the workflow service. */
async function startUnknown() {
  setup.bpm.faults.start = 'cut after'
  setup.bpm.faults.find = { status: 503, body: {} }
  const { documentId, versionId } = await upload(setup, user)
  const body = { versionId, title: 'Please approve', requestKey: randomUUID() }
  const path = `/api/dms/documents/${documentId}/approval`
  const asked = await call(setup, user, 'POST', path, body)
  expect(asked.body).toMatchObject({ status: 'UNKNOWN' })
  const bindingId = String(asked.body['bindingId'])
  const [binding, instance] = [
    await findBinding(setup.db, setup.tenantId, bindingId),
    setup.bpm.instances.at(-1),
  ]
  if (binding === undefined || instance === undefined) throw new Error('nothing was started')
  const show = async () => ({
    binding: (await call(setup, user, 'GET', path)).body['status'],
    version: (await call(setup, user, 'GET', `/api/dms/versions/${versionId}`)).body['status'],
  })
  return { versionId, binding, instance, show }
}

it('[DMS-13] says nothing about a version that another approval of it has followed', async () => {
  const first = await bindVersion(setup, user)
  await first.say('instance.withdrawn', { status: 'WITHDRAWN' })
  const second = await bind(setup, user, first)
  const show = async () => ({
    approval: (await call(setup, user, 'GET', `/api/dms/documents/${first.documentId}/approval`))
      .body,
    version: (await call(setup, user, 'GET', `/api/dms/versions/${first.versionId}`)).body,
  })
  const before = await show()
  expect(before).toMatchObject({
    approval: { bindingId: second.bindingId, status: 'BOUND' },
    version: { status: 'IN_APPROVAL' },
  })

  const restored = await first.say('instance.restored', { status: 'RUNNING' })
  const approved = await first.say('instance.approved', { status: 'APPROVED' })

  expect([restored, approved]).toEqual([200, 200])
  expect(await show()).toEqual(before)
  const path = `/api/dms/documents/${first.documentId}/audit`
  const { body } = await call(setup, user, 'GET', path)
  const without = { action: 'approval.event_without_effect' }
  expect(body['items']).toMatchObject([
    { ...without, detail: { bindingId: first.bindingId, type: 'instance.approved' } },
    { ...without, detail: { bindingId: first.bindingId, type: 'instance.restored' } },
    { action: 'approval.bound' },
    ...Array.from({ length: (body['items'] as unknown[]).length - 3 }, () => ({})),
  ])
})

/** Does something else after the first statement, which has its answer then. */
function afterFirst(work: () => Promise<void>): KyselyPlugin {
  let isDone = false
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone) {
        isDone = true
        await work()
      }
      return result
    },
  }
}

it('[DMS-13] decides about a version whose start gets its result while the event is looked up', async () => {
  const { versionId, binding, instance, show } = await startUnknown()
  const event: WorkflowEvent = {
    eventId: randomUUID(),
    sequence: 1,
    type: 'instance.approved',
    occurredAt: setup.deps.now().toISOString(),
    tenantId: setup.tenantId,
    instanceId: instance.id,
    bizType: 'dms.document',
    bizTypeVersion: '1',
    bizId: versionId,
    status: 'APPROVED',
    round: 1,
  }
  const bound = afterFirst(() => recordOutcome(setup.deps, binding, { kind: 'done', instance }))

  await inTransaction(setup.db, (tx) => applyBpmEvent(tx.withPlugin(bound), event, setup.deps))

  expect(await show()).toEqual({ binding: 'CLOSED', version: 'APPROVED' })
})
