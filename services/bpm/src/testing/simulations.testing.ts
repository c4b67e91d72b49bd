import { act, start } from './approvals.testing.ts'
import { inARow, toManager, toRole, toUser, userTask } from './processes.ts'
import type { TestService, TestTenant } from './service.testing.ts'
import type { SimulationView } from '../features/simulations/schema.ts'
import { createCompiled, simulateSome } from '../features/simulations/worker.ts'

export const simulationsPath = '/api/bpm/v1/simulations'

const step = (id: string, candidates: string, more = '') => ({
  id,
  xml: userTask(id, { candidates, more }),
})

/** The manager, and somebody of finance. */
export const before = inARow('travel', [
  step('manager', toManager),
  step('finance', toUser('finance1')),
])

/** The same, with a further step, or with nobody in it. */
export const withStep = (candidates = toUser('finance2')) =>
  inARow('travel', [
    step('manager', toManager),
    step('second', candidates),
    step('finance', toUser('finance1')),
  ])
export const withoutFinance = inARow('travel', [step('manager', toManager)])
export const stuckAtOnce = inARow('travel', [step('nobody', toRole('nobody-has-it'))])

/** Approved by both, rejected by finance, withdrawn. */
export async function makePast(tenant: TestTenant): Promise<readonly string[]> {
  const [approved, rejected, withdrawn] = [
    await start(tenant, { title: 'To Lisbon' }),
    await start(tenant, { title: 'To Porto' }),
    await start(tenant, { title: 'To Faro' }),
  ]
  for (const one of [approved, rejected]) await act(tenant, 'manager', one, 'approve')
  await act(tenant, 'finance1', approved, 'approve')
  await act(tenant, 'finance1', rejected, 'reject', { comment: 'Too far' })
  await tenant.as('employee').post(`/api/bpm/v1/process-instances/${withdrawn.id}/withdraw`, {})
  return [approved.id, rejected.id, withdrawn.id]
}

/** Writes a draft of the next version. */
export async function draft(tenant: TestTenant, bpmnXml: string): Promise<string> {
  const { status, body } = await tenant
    .as('employee', ['bpm:definition:write'])
    .post<{ id: string }>('/api/bpm/v1/definitions', {
      bizType: 'expense',
      key: 'travel',
      name: 'Travel',
      bpmnXml,
    })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** Runs what is there to its end. */
export async function runAll({ deps }: TestService): Promise<void> {
  const compiled = createCompiled(deps)
  while ((await simulateSome(deps, compiled)) > 0);
}

export const readSimulation = async (tenant: TestTenant, id: string): Promise<SimulationView> =>
  (
    await tenant
      .as('employee', ['bpm:definition:write'])
      .get<SimulationView>(`${simulationsPath}/${id}`)
  ).body
