import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { programArguments } from '@countersign/test-kit/programs'
import { expect, it, onTestFinished } from 'vitest'
import {
  amountOf,
  cycle,
  publishAs,
  schedulesOf,
  startedIn,
  timedProcess,
} from '../../testing/schedules.testing.ts'
import { createTenant, useService } from '../../testing/service.testing.ts'

const service = useService()
const starts = 60

it('loses and doubles no start when processes are killed at random', async () => {
  const tenant = await createTenant(service())
  tenant.add('admin')
  const start = `initiator="${tenant.person('employee').id}" missed="each"`
  const time = cycle(`R${starts}/PT1H`)
  const step = '<manualTask id="m"/>'
  await publishAs(tenant, timedProcess({ time, start, step, values: amountOf('occurrence') }))
  const { db } = service().deps
  // All of them are due.
  await sql`update start_schedules set since = since - interval '100 hours',
    due_at = due_at - interval '100 hours' where tenant_id = ${tenant.id}`.execute(db)
  const program = new URL('fixtures/start-process.ts', import.meta.url)
  const run = () => {
    const child = spawn(process.execPath, [...programArguments(program), service().url, '1'])
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const made = async () => (await startedIn(service(), tenant)).length

  for (let round = 0, last = 0; round < 3 && last < starts; round++) {
    const children = [run(), run()]
    // As soon as they get somewhere, they die in the middle of something.
    await expect.poll(made, { timeout: 60_000, interval: 5 }).toBeGreaterThan(last)
    last = await made()
    for (const child of children) child.kill('SIGKILL')
  }
  run()
  await expect
    .poll(() => schedulesOf(tenant), { timeout: 60_000 })
    .toMatchObject([{ state: 'ended' }])

  const amounts = (await startedIn(service(), tenant)).map(({ variables }) => variables['amount'])
  expect(amounts.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: starts }, (_, index) => index + 1),
  )
})
