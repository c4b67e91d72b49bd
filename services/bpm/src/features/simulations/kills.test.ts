import { spawn } from 'node:child_process'
import { programArguments } from '@countersign/test-kit/programs'
import { expect, it, onTestFinished } from 'vitest'
import { start } from '../../testing/approvals.testing.ts'
import { inARow, userTask } from '../../testing/processes.ts'
import { createTenant, publish, useService } from '../../testing/service.testing.ts'
import { draft, readSimulation } from '../../testing/simulations.testing.ts'
import type { SimulationView } from './schema.ts'

const service = useService()
const approvals = 300

const program = new URL('fixtures/simulation-process.ts', import.meta.url)

function runWorker() {
  const child = spawn(process.execPath, [...programArguments(program), service().url, '1'])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

it('goes through each approval once, when the processes that do it are killed', async () => {
  const tenant = await createTenant(service())
  const candidates = `<approval:candidate kind="user" ref="${tenant.person('manager').id}"/>`
  const travel = inARow('travel', [{ id: 'manager', xml: userTask('manager', { candidates }) }])
  await publish(service(), tenant.id, travel)
  for (let count = 0; count < approvals; count += 20) {
    const some = await Promise.all(Array.from({ length: 20 }, () => start(tenant)))
    await Promise.all(
      some.map(({ id }) =>
        tenant.as('employee').post(`/api/bpm/v1/process-instances/${id}/withdraw`, {}),
      ),
    )
  }
  const { body } = await tenant
    .as('employee', ['bpm:definition:write'])
    .post<SimulationView>(`/api/bpm/v1/definitions/${await draft(tenant, travel)}/simulations`, {})
  expect(body.total).toBe(approvals)
  const read = () => readSimulation(tenant, body.id)
  const done = async () => (await read()).done

  for (let last = 0, kills = 0; kills < 4 && last < approvals; kills++) {
    const children = [runWorker(), runWorker()]
    // As soon as they get somewhere, they die in the middle of something.
    await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(last)
    last = await done()
    for (const child of children) child.kill('SIGKILL')
  }
  runWorker()
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('ENDED')

  expect(await read()).toMatchObject({
    done: approvals,
    outcomes: { same: approvals },
    tasks: { before: approvals, after: approvals },
  })
}, 300_000)
