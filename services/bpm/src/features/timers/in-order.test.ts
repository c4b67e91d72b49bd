import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, it } from 'vitest'
import { readInstance, start } from '../../testing/approvals.testing.ts'
import { process as drawn, toUser, userTask } from '../../testing/processes.ts'
import { createTenant, publish, useService } from '../../testing/service.testing.ts'
import { leaseTimers } from './queries.ts'
import { fireDueTimers } from './worker.ts'

const service = useService()
const inThreeHours = () => new Date(Date.now() + 3 * 3_600_000)
const fireAll = async () => {
  while ((await fireDueTimers({ ...service().deps, now: inThreeHours })) > 0);
}
const timersOf = (instanceId: string) =>
  service()
    .deps.db.selectFrom('timers')
    .where('instance_id', '=', instanceId)
    .select('number')
    .execute()

it('timers lead on in the order in which they are due, also when they are all late', async () => {
  const tenant = await createTenant(service())
  const after = (hours: number) =>
    `<intermediateCatchEvent id="t${hours}"><timerEventDefinition><timeDuration>PT${hours}H</timeDuration></timerEventDefinition></intermediateCatchEvent>`
  const elements = `<startEvent id="start"/><eventBasedGateway id="g"/>${after(2)}${after(1)}${userTask(
    'two',
    { candidates: toUser('finance1') },
  )}${userTask('one', { candidates: toUser('manager') })}<endEvent id="end"/>`
  const flows = ['start g', 'g t2', 'g t1', 't2 two', 't1 one', 'two end', 'one end']
  await publish(service(), tenant.id, drawn('race', elements, flows))
  const instance = await start(tenant)
  const { db } = service().deps
  const leases = { leaseId: uuidv7(), leaseSeconds: 60, now: inThreeHours(), limit: 100 }

  // Another process has the first and is slow.
  const [first, ...others] = await leaseTimers(db, leases)
  expect(others).toEqual([])
  await fireAll()
  expect(await timersOf(instance.id)).toHaveLength(2)
  // Then it cannot be fired: the other has to wait, but not forever.
  const attempts = (count: number) =>
    sql`update timers set attempts = ${count} where number = ${first?.number}
      and instance_id = ${instance.id}`.execute(db)
  await attempts(4)
  expect(await leaseTimers(db, leases)).toEqual([])
  await attempts(5)
  expect(await leaseTimers(db, leases)).toHaveLength(1)

  await sql`update timers set attempts = 0, leased_until = null
    where instance_id = ${instance.id}`.execute(db)
  await Promise.all([fireAll(), fireAll()])
  expect((await readInstance(tenant, instance)).currentNodes).toMatchObject([{ id: 'one' }])
  expect(await timersOf(instance.id)).toEqual([])
})
