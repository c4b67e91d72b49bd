import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import {
  act,
  eventsOf,
  ownedPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import {
  byAll,
  expenseProcess,
  inARow,
  parallelProcess,
  toRole,
  toUser,
  userTask,
} from '../../../testing/processes.ts'
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
})

const approveAtOnce = async (instance: InstanceView, usernames: readonly string[]) => {
  const taskNos = await Promise.all(usernames.map((name) => taskOf(tenant, name, instance)))
  return Promise.all(
    usernames.map((name, at) => tenant.as(name).post(`${tasksPath}/${taskNos[at]}/approve`, {})),
  )
}

async function completionsOf(instance: InstanceView): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { type } of await eventsOf(service(), instance)) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

describe('approvers at the same moment', () => {
  it('[BPM-21] finishes two parallel branches at once, 300 times, without a conflict or a hang', async () => {
    await publish(service(), tenant.id, parallelProcess)
    const rounds = Array.from({ length: 15 }, () => Array.from({ length: 20 }, () => tenant))

    for (const round of rounds) {
      const instances = await Promise.all(round.map((one) => start(one)))
      const replies = await Promise.all(
        instances.map((instance) => approveAtOnce(instance, ['finance1', 'finance2'])),
      )
      expect(new Set(replies.flat().map(({ status }) => status))).toEqual(new Set([200]))

      for (const instance of instances) {
        expect(await readInstance(tenant, instance)).toMatchObject({ status: 'APPROVED' })
        expect(await completionsOf(instance)).toMatchObject({ 'instance.approved': 1 })
      }
    }
  }, 600_000)

  it('[BPM-21] lets one of those who come at once decide where one is enough, and names them to the rest', async () => {
    const anyOne = '<approval:decision mode="any"/>'
    const names = ['finance1', 'finance2', 'manager']
    const people = names.map((name) => toUser(name)).join('')
    const nodes = [{ id: 'a', xml: userTask('a', { candidates: people, more: anyOne }) }]
    await publish(service(), tenant.id, inARow('any', nodes))
    for (let round = 0; round < 20; round++) {
      const replies = await approveAtOnce(await start(tenant), names)
      const won = replies.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      const by = won[0]?.body['endedBy']
      for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
        expect([status, body['code']]).toEqual([409, 'bpm.task_not_open'])
        expect(body['task']).toMatchObject({ status: 'CANCELLED', endedBy: null })
        expect(body['decision']).toMatchObject({ status: 'APPROVED', endedBy: by })
      }
    }
  })

  it('[BPM-21] counts a countersign of 100 who approve at once, and goes on once', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `signer${at}`)
    for (const name of names) tenant.add(name, { roles: ['signers'] })
    const nodes = [
      { id: 'all', xml: userTask('all', { candidates: toRole('signers'), more: byAll }) },
      { id: 'after', xml: userTask('after', { candidates: toUser('manager') }) },
    ]
    await publish(service(), tenant.id, inARow('countersign', nodes))
    const instance = await start(tenant)

    const replies = await approveAtOnce(instance, names)

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await readInstance(tenant, instance)).currentNodes).toMatchObject([{ id: 'after' }])
    expect(await completionsOf(instance)).toMatchObject({
      'task.created': 101,
      'task.completed': 100,
    })
    expect((await act(tenant, 'manager', instance, 'approve')).status).toBe(200)
  })

  it('[BPM-21] gives both people of a countersign their decision when one rejects', async () => {
    await publish(service(), tenant.id, expenseProcess)
    for (let round = 0; round < 20; round++) {
      const instance = await start(tenant)
      await act(tenant, 'manager', instance, 'approve')
      const taskNos = await Promise.all(
        ['finance1', 'finance2'].map((name) => taskOf(tenant, name, instance)),
      )
      const replies = await Promise.all([
        tenant.as('finance1').post(`${tasksPath}/${taskNos[0]}/approve`, {}),
        tenant.as('finance2').post(`${tasksPath}/${taskNos[1]}/reject`, {}),
      ])
      // Either the approval came first and both count, or the rejection ended the task of the other.
      expect(replies[1].status).toBe(200)
      expect([200, 409]).toContain(replies[0].status)
      expect(await readInstance(tenant, instance)).toMatchObject({ status: 'REJECTED' })
    }
  })

  it('[BPM-19] keeps revision, log and events in one order under updates and decisions at once', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `signer${at}`)
    for (const name of names) tenant.add(name, { roles: ['signers'] })
    const more = `${byAll}<approval:change open="keep"/>`
    const xml = userTask('all', { candidates: toRole('signers'), more })
    await publish(service(), tenant.id, inARow('busy', [{ id: 'all', xml }]))
    const instance = await start(tenant)
    const updates = Array.from({ length: 10 }, (_, at) =>
      tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { amount: at }),
    )

    const replies = await Promise.all([approveAtOnce(instance, names), Promise.all(updates)])

    // An update can come after the last decision; everything else is served in some order.
    const [approved, updated] = replies
    expect(new Set(approved.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { status } of updated) expect([200, 409]).toContain(status)
    const acts = 11 + updated.filter(({ status }) => status === 200).length
    expect((await readInstance(tenant, instance)).revision).toBe(acts)
    const { rows } = await sql<{ sequence: number }>`
      select sequence from instance_actions where instance_id = ${instance.id}
      order by sequence`.execute(service().deps.db)
    expect(rows.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: acts }, (_, at) => at + 1),
    )
    const events = await eventsOf(service(), instance)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
    expect(events.at(-1)?.type).toBe('instance.approved')
  })
})
