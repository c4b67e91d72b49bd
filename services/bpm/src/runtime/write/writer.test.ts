import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/schema.ts'
import { act, readInstance, start, taskOf, tasksPath } from '../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { loadInstance } from '../load/read.ts'
import type { Recording } from '../decide/recording.ts'
import { createWriter } from './writer.ts'

const service = useService()
let tenant: TestTenant
let db: Database

beforeEach(async () => {
  tenant = await createTenant(service())
  db = service().deps.db
  await publish(service(), tenant.id, inARow('one', [{ id: 'a', xml: byManager }]))
})

const byManager = userTask('a', { candidates: toUser('manager') })

/** An action that does nothing but count. */
async function countingActionOn(id: string): Promise<Recording> {
  const loaded = await loadInstance(db, tenant.id, id)
  if (loaded === undefined) throw new Error('the instance is gone')
  const { instance } = loaded
  const lockVersion = instance.lockVersion + 1
  return {
    instance: { ...instance, lockVersion },
    tasks: [],
    inbox: [],
    timers: { gone: [], set: [] },
    action: {
      tenant_id: tenant.id,
      instance_id: id,
      sequence: lockVersion,
      at: new Date(),
      round: 1,
      action: 'count',
      actor_kind: 'user',
      actor_id: uuidv7(),
      on_behalf_of_id: null,
      on_behalf_of_name: null,
      actor_name: 'Somebody',
      task_id: null,
      content_hash: null,
      bound_by: null,
      comment: null,
      attachments: null,
      details: null,
      moves: null,
      command: null,
      answers: null,
    },
    events: [],
  }
}

const startMany = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await start(tenant)).id))

async function lockVersionOf(id: string): Promise<number | undefined> {
  return (await loadInstance(db, tenant.id, id))?.instance.lockVersion
}

describe.each([1, 64])('a writer of up to %i actions in a statement', (atOnce) => {
  const writer = () => {
    const { write } = createWriter(db, { atOnce })
    // What shared a statement with something that was refused is written again by itself: the loop
    // does that.
    return async (recording: Recording) => {
      const outcome = await write(recording, 'microBatch')
      return outcome.kind === 'batchSplit' ? write(recording, 'alone') : outcome
    }
  }

  it('writes actions on many instances that come at once', async () => {
    const ids = await startMany(30)
    const recordings = await Promise.all(ids.map(countingActionOn))
    const write = writer()

    const written = await Promise.all(recordings.map(write))

    expect(written).toEqual(ids.map(() => ({ kind: 'written' })))
    expect(await Promise.all(ids.map(lockVersionOf))).toEqual(ids.map(() => 2))
  })

  it('[BPM-21] writes one of two actions that were decided on the same state', async () => {
    const [id = ''] = await startMany(1)
    const [first, second] = await Promise.all([countingActionOn(id), countingActionOn(id)])
    const write = writer()

    const written = await Promise.all([write(first), write(second)])

    expect(written.map(({ kind }) => kind).toSorted()).toEqual(['movedOn', 'written'])
    expect(await lockVersionOf(id)).toBe(2)
  })

  it('refuses what the database refuses of one, and takes no other along', async () => {
    const ids = await startMany(12)
    const recordings = await Promise.all(ids.map(countingActionOn))
    const broken = recordings.map((one, index) =>
      index === 5 ? { ...one, action: { ...one.action, comment: 'x'.repeat(4001) } } : one,
    )
    const write = writer()

    const written = await Promise.allSettled(broken.map(write))

    expect(written.map(({ status }) => status)).toEqual(
      ids.map((_, index) => (index === 5 ? 'rejected' : 'fulfilled')),
    )
    expect(await Promise.all(ids.map(lockVersionOf))).toEqual(
      ids.map((_, index) => (index === 5 ? 1 : 2)),
    )
  })

  it('comes through when others write the same instances in another order', async () => {
    const ids = await startMany(20)
    const writers = Array.from({ length: 4 }, writer)

    for (let round = 0; round < 5; round++) {
      const written = await Promise.all(
        writers.map(async (write, index) => {
          const turned = index % 2 === 0 ? ids : ids.toReversed()
          const recordings = await Promise.all(turned.map(countingActionOn))
          return Promise.all(recordings.map(write))
        }),
      )
      expect(written.flat()).toContainEqual({ kind: 'written' })
    }
    for (const id of ids) expect(await lockVersionOf(id)).toBeGreaterThanOrEqual(6)
  })
})

it('[BPM-10] answers a decision that comes twice at once under one key with the same', async () => {
  const instance = await start(tenant)
  const url = `${tasksPath}/${await taskOf(tenant, 'manager', instance)}/approve`
  const headers = { 'idempotency-key': uuidv7() }

  const replies = await Promise.all(
    Array.from({ length: 8 }, () => tenant.as('manager').post(url, { comment: 'yes' }, headers)),
  )

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED', revision: 2 })
  const refused = await tenant.as('manager').post(url, { comment: 'other' }, headers)
  expect(refused.body['code']).toBe('bpm.idempotency_conflict')
  expect((await act(tenant, 'manager', await start(tenant), 'approve')).status).toBe(200)
})
