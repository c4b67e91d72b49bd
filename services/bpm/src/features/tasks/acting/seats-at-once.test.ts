import { beforeEach, describe, expect, it } from 'vitest'
import { act, readInstance, start, taskOf, tasksPath } from '../../../testing/approvals.testing.ts'
import { byAll, inARow, toUser, userTask } from '../../../testing/processes.ts'
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
  for (const name of ['one', 'two', 'boss']) tenant.add(name)
})

const id = (name: string) => tenant.person(name).id
const statusesOf = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted()

describe('two who stand in', () => {
  it('and claim two shared seats at once have one each', async () => {
    const node = userTask('node', {
      candidates: toUser('manager') + toUser('finance1'),
      more: byAll,
    })
    await publish(service(), tenant.id, inARow('pools', [{ id: 'node', xml: node }]))
    for (let count = 0; count < 12; count += 1) {
      const instance = await start(tenant)
      const taskNos = [
        await taskOf(tenant, 'manager', instance),
        await taskOf(tenant, 'finance1', instance),
      ]
      // As an escalation leaves them: both may take either seat, for whom they stand in.
      const name = (who: string) => ({ id: id(who), name: who })
      await service()
        .deps.db.updateTable('tasks')
        .set({
          assignee_id: null,
          assignee_name: null,
          candidate_ids: [id('one'), id('two')],
          candidate_names: ['ONE', 'TWO'],
          on_behalf: JSON.stringify({
            [id('one')]: name('manager'),
            [id('two')]: name('finance1'),
          }),
        })
        .where('tenant_id', '=', tenant.id)
        .where('instance_id', '=', instance.id)
        .execute()
      const claims = ['one', 'two'].flatMap((who) =>
        taskNos.map((taskNo) => tenant.as(who).post(`${tasksPath}/${taskNo}/claim`, {})),
      )
      const replies = await Promise.all(claims)

      const { rows } = await heldIn(instance)
      expect(new Set(rows).size).toBe(rows.length)
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(rows.length)
      expect(statusesOf(replies).every((status) => [200, 404, 409, 422].includes(status))).toBe(
        true,
      )
      expect(rows.length).toBe(2)
    }
  })

  it('decide two seats at once, and neither decides both', async () => {
    const node = userTask('node', {
      candidates: toUser('manager') + toUser('finance1'),
      more: byAll,
    })
    await publish(service(), tenant.id, inARow('seats', [{ id: 'node', xml: node }]))
    for (let count = 0; count < 12; count += 1) {
      const instance = await start(tenant)
      const [first, second] = [
        await taskOf(tenant, 'manager', instance),
        await taskOf(tenant, 'finance1', instance),
      ]
      // Each hands their seat to the same person: one of them is too late, or both are refused later.
      const replies = await Promise.all([
        tenant.as('manager').post(`${tasksPath}/${first}/transfer`, { to: id('boss') }),
        tenant.as('finance1').post(`${tasksPath}/${second}/transfer`, { to: id('boss') }),
      ])
      expect(statusesOf(replies)).toEqual([200, 422])
      await act(tenant, 'boss', instance, 'approve')
      expect((await readInstance(tenant, instance)).status).toBe('RUNNING')
    }
  })
})

describe('a task that is moved to somebody who leaves at the same moment', () => {
  it('is refused, or with them until it is handed over: it is never lost', async () => {
    const node = userTask('node', { candidates: toUser('manager') })
    await publish(service(), tenant.id, inARow('leaving', [{ id: 'node', xml: node }]))
    const seen = new Set<number>()
    for (let count = 0; count < 12; count += 1) {
      const leaver = tenant.add(`leaver${count}`)
      const { people } = service().iam
      const instance = await start(tenant)
      const taskNo = await taskOf(tenant, 'manager', instance)
      const admin = tenant.as('boss', ['bpm:handover:write', 'bpm:instance:admin'])
      const leave = async () => {
        for (let wait = 0; wait < count % 4; wait += 1) await new Promise(setImmediate)
        const at = people.indexOf(leaver)
        if (at !== -1) people.splice(at, 1, { ...leaver, active: false })
        return admin.post('/api/bpm/v1/handovers', { from: leaver.id, to: id('two') })
      }
      const move = () =>
        tenant.as('manager').post(`${tasksPath}/${taskNo}/transfer`, { to: leaver.id })
      // One before the other, the other way round, and then really at once.
      if (count === 1) await leave()
      const moved = move()
      if (count === 0) await moved
      const [{ status }] = await Promise.all([moved, leave()])
      seen.add(status)
      // Whoever hands over again gets what came after them.
      await admin.post('/api/bpm/v1/handovers', { from: leaver.id, to: id('two') })

      const holder = status === 200 ? 'two' : 'manager'
      expect([200, 422]).toContain(status)
      expect((await act(tenant, holder, instance, 'approve')).status).toBe(200)
      expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
    }
    expect([...seen].toSorted()).toEqual([200, 422])
  })
})

/** Who holds the live seats of an approval. */
async function heldIn(instance: { id: string }): Promise<{ rows: string[] }> {
  const rows = await service()
    .deps.db.selectFrom('tasks')
    .select('assignee_id as holder')
    .where('tenant_id', '=', tenant.id)
    .where('instance_id', '=', instance.id)
    .where('assignee_id', 'is not', null)
    .execute()
  return { rows: rows.flatMap(({ holder }) => holder ?? []) }
}
