import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { problems } from '../../problems.ts'
import { act, start } from '../../testing/approvals.testing.ts'
import { toRole } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import {
  before,
  draft,
  makePast,
  readSimulation,
  runAll,
  simulationsPath,
  stuckAtOnce,
  withoutFinance,
  withStep,
} from '../../testing/simulations.testing.ts'
import { leaseSimulation } from './queries.ts'
import type { SimulationResultView, SimulationSummaryView, SimulationView } from './schema.ts'
import { createCompiled, simulateSome } from './worker.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, before)
})

// A test leaves nothing to the workers of the next one.
afterEach(() => runAll(service()))

const writer = ['bpm:definition:write']
const everything = [...writer, 'bpm:workload:read', 'bpm:instance:read']
const as = (permissions = writer) => tenant.as('employee', permissions)

const simulate = (definitionId: string, body: object = {}, headers = {}) =>
  as().post<SimulationView>(`/api/bpm/v1/definitions/${definitionId}/simulations`, body, headers)

/** To its end. */
async function run(xml: string, body: object = {}): Promise<SimulationView> {
  const started = await simulate(await draft(tenant, xml), body)
  expect(started.status).toBe(202)
  await runAll(service())
  return readSimulation(tenant, started.body.id)
}

const resultsOf = async ({ id }: { id: string }, permissions = everything, query = '') =>
  (
    await as(permissions).get<{ items: SimulationResultView[]; nextCursor: string | null }>(
      `${simulationsPath}/${id}/results${query}`,
    )
  ).body
const summaryOf = async ({ id }: { id: string }, permissions = everything) =>
  (await as(permissions).get<SimulationSummaryView>(`${simulationsPath}/${id}/summary`)).body

describe('a draft tried on the approvals that ended', () => {
  it('comes to the same where it says the same', async () => {
    await makePast(tenant)
    await start(tenant)
    const done = await run(before)
    expect(done).toMatchObject({
      status: 'ENDED',
      total: 3,
      done: 3,
      outcomes: { same: 3, otherPeople: 0, otherResult: 0, open: 0, stuck: 0 },
      tasks: { before: 5, after: 5 },
    })
    expect((await summaryOf(done)).byPerson).toEqual([])
  })

  it('says what would come otherwise, step by step and person by person', async () => {
    const ids = await makePast(tenant)
    const done = await run(withoutFinance)

    expect(done).toMatchObject({
      outcomes: { same: 1, otherPeople: 1, otherResult: 1, open: 0, stuck: 0 },
      tasks: { before: 5, after: 3 },
    })
    const { items } = await resultsOf(done)
    expect(
      items.map(({ instance, outcome, result }) => [instance?.title, outcome, result]),
    ).toEqual([
      ['To Lisbon', 'otherPeople', { before: 'APPROVED', after: 'APPROVED' }],
      ['To Porto', 'otherResult', { before: 'REJECTED', after: 'APPROVED' }],
      ['To Faro', 'same', { before: 'WITHDRAWN', after: 'WITHDRAWN' }],
    ])
    expect(items[0]?.instance?.id).toBe(ids[0])
    expect(items[0]?.steps).toMatchObject([
      { node: { id: 'manager' }, tasks: { before: 1, after: 1 }, open: false },
      {
        node: { id: 'finance', name: 'finance task' },
        tasks: { before: 1, after: 0 },
        before: [{ person: { name: 'FINANCE1' }, times: 1 }],
        after: [],
      },
    ])
    const summary = await summaryOf(done)
    expect(summary.people).toEqual({ before: 2, after: 1, more: 0, less: 1 })
    expect(summary.byPerson).toMatchObject([
      { person: { name: 'FINANCE1' }, tasks: { before: 2, after: 0 } },
    ])
    expect(summary.steps).toMatchObject([
      { node: { id: 'manager' }, approvals: { before: 3, after: 3 }, open: 0 },
      { node: { id: 'finance' }, approvals: { before: 2, after: 0 }, open: 0 },
    ])
    const porto = await resultsOf(done, everything, '?outcome=otherResult')
    expect(porto.items.map(({ instance }) => instance?.title)).toEqual(['To Porto'])
  })

  it('tells what nobody decided before, and what comes behind it', async () => {
    await makePast(tenant)
    const done = await run(withStep())
    expect(done.outcomes).toEqual({ same: 1, otherPeople: 0, otherResult: 0, open: 2, stuck: 0 })
    const [first] = (await resultsOf(done, everything, '?outcome=open')).items
    expect(first?.steps.map(({ node, open }) => [node.id, open])).toEqual([
      ['manager', false],
      ['second', true],
      ['finance', false],
    ])
    expect((await summaryOf(done)).steps[1]).toMatchObject({ node: { id: 'second' }, open: 2 })
  })

  it('tells where it would be stuck, and asks who has a role now', async () => {
    await makePast(tenant)
    const stuck = await run(stuckAtOnce)
    expect(stuck.outcomes).toMatchObject({ stuck: 3 })
    expect((await resultsOf(stuck)).items[0]?.obstacle).toEqual({
      node: { id: 'nobody', name: 'nobody task' },
      reason: 'nobody_found',
    })
    const asked = await run(withStep(toRole('finance')))
    const { before: was, after } = (await summaryOf(asked)).people
    expect([was, after]).toEqual([2, 3])
  })

  it('[BPM-14] goes through returns with the values of that time', async () => {
    const instance = await start(tenant, { variables: { amount: 5 } })
    await act(tenant, 'manager', instance, 'return', { returnTo: 'initiator' })
    const owned = `/internal/v1/bpm/process-instances/${instance.id}/variables`
    await tenant.application.send('PATCH', owned, { amount: 7, note: 'x' })
    await tenant.as('employee').post(`/api/bpm/v1/process-instances/${instance.id}/resubmit`, {})
    await act(tenant, 'manager', instance, 'approve')
    await act(tenant, 'finance1', instance, 'approve')
    const done = await run(before)
    expect(done).toMatchObject({ outcomes: { same: 1 }, tasks: { before: 3, after: 3 } })
  })

  it('takes the latest of the period, and none of another key or tenant', async () => {
    await makePast(tenant)
    const other = await createTenant(service())
    await publish(service(), other.id, before)
    await makePast(other)
    const latest = await run(before, { limit: 1 })
    expect([latest.total, latest.done]).toEqual([1, 1])
    expect((await resultsOf(latest)).items[0]?.instance?.title).toBe('To Faro')
    const earlier = await run(before, {
      from: '2020-01-01T00:00:00Z',
      until: '2020-02-01T00:00:00Z',
    })
    expect(earlier).toMatchObject({ status: 'ENDED', total: 0, done: 0 })
  })
})

describe('who may see what', () => {
  it('shows neither people nor approvals to who may not see them', async () => {
    await makePast(tenant)
    const done = await run(withoutFinance)
    const results = await resultsOf(done, writer)
    const summary = await summaryOf(done, writer)
    expect(results.items[0]).toMatchObject({ instance: null, people: { before: 2, after: 1 } })
    expect(summary).toMatchObject({
      people: { before: 2, after: 1, more: 0, less: 1 },
      byPerson: [],
    })
    const said = JSON.stringify([results, summary])
    for (const hidden of ['Lisbon', 'FINANCE1', tenant.person('finance1').id]) {
      expect(said).not.toContain(hidden)
    }
  })

  it('is for those who may publish, in their tenant', async () => {
    const id = await draft(tenant, before)
    const { body } = await simulate(id)
    const paths = ['', '/summary', '/results'].map((end) => `${simulationsPath}/${body.id}${end}`)
    const other = await createTenant(service())
    for (const path of paths) {
      expect((await tenant.as('employee').get(path)).status).toBe(403)
      expect((await other.as('manager', writer).get(path)).status).toBe(404)
    }
    const cancel = `${simulationsPath}/${body.id}/cancel`
    expect((await other.as('manager', writer).post(cancel)).status).toBe(404)
    const foreign = `/api/bpm/v1/definitions/${id}/simulations`
    expect((await other.as('manager', writer).post(foreign, {})).status).toBe(404)
    expect((await tenant.as('employee').post(foreign, {})).status).toBe(403)
    expect((await readSimulation(tenant, body.id)).status).toBe('WAITING')
  })

  it('refuses a period of none, a document that is no process, and too many at once', async () => {
    const id = await draft(tenant, before)
    const future = await simulate(id, { from: '2999-01-01T00:00:00Z' })
    expect([future.status, (future.body as { code?: string }).code]).toEqual([
      400,
      'bpm.invalid_request',
    ])
    const none = await draft(
      tenant,
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"/>',
    )
    expect((await simulate(none)).status).toBe(422)
    const half = before.replace('isExecutable="true"', 'isExecutable="false"')
    expect((await simulate(await draft(tenant, half))).status).toBe(422)
    for (let count = 0; count < 19; count += 1) expect((await simulate(id)).status).toBe(202)
    const last = await simulate(id, {}, { 'idempotency-key': 'the last' })
    expect(last.status).toBe(202)
    const many = await simulate(id)
    expect([many.status, (many.body as { code?: string }).code]).toEqual([
      409,
      'bpm.too_many_simulations',
    ])
    const again = await simulate(id, {}, { 'idempotency-key': 'the last' })
    expect([again.status, again.body.id]).toEqual([202, last.body.id])
  })
})

describe('a run', () => {
  it('starts once with the same key', async () => {
    const id = await draft(tenant, before)
    const headers = { 'idempotency-key': uuidv7() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => simulate(id, {}, headers)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const { body } = await as().get<{ items: SimulationView[] }>(
      `${simulationsPath}?definitionId=${id}`,
    )
    expect(body.items).toHaveLength(1)
    // Also once the document is one that could not be gone through.
    const bpmnXml = before.replace('isExecutable="true"', 'isExecutable="false"')
    const path = `/api/bpm/v1/definitions/${id}`
    expect((await as().send('PUT', path, { name: 'Travel', bpmnXml })).status).toBe(200)
    expect((await simulate(id)).status).toBe(422)
    expect((await simulate(id, {}, headers)).body.id).toBe(body.items[0]?.id)
  })

  it('tries the draft as it was when it was asked for', async () => {
    await makePast(tenant)
    const id = await draft(tenant, before)
    const started = await simulate(id)
    const changed = await as().send('PUT', `/api/bpm/v1/definitions/${id}`, {
      name: 'Travel',
      bpmnXml: stuckAtOnce,
    })
    expect(changed.status).toBe(200)
    await runAll(service())
    expect((await readSimulation(tenant, started.body.id)).outcomes).toMatchObject({ same: 3 })
  })

  it('is cancelled once and for all, also while a worker has it', async () => {
    await makePast(tenant)
    const { body } = await simulate(await draft(tenant, before))
    const { deps } = service()
    const lease = { leaseId: uuidv7(), leaseSeconds: 60 }
    expect((await leaseSimulation(deps.db, lease))?.id).toBe(body.id)
    const answers = await Promise.all(
      [0, 1].map(() => as().post<SimulationView>(`${simulationsPath}/${body.id}/cancel`)),
    )
    expect(answers.map(({ status, body: one }) => [status, one.status])).toEqual([
      [200, 'CANCELLED'],
      [200, 'CANCELLED'],
    ])
    await runAll(service())
    expect(await readSimulation(tenant, body.id)).toMatchObject({ status: 'CANCELLED', done: 0 })
  })

  it('runs one of a tenant at a time, each approval once, with four workers at once', async () => {
    await makePast(tenant)
    const other = await createTenant(service())
    await publish(service(), other.id, before)
    const id = await draft(tenant, before)
    const [first, second] = [await simulate(id), await simulate(id)]
    const theirs = await other
      .as('employee', writer)
      .post<SimulationView>(`/api/bpm/v1/definitions/${await draft(other, before)}/simulations`, {})
    const { deps } = service()
    const leased = await Promise.all(
      Array.from({ length: 4 }, () =>
        leaseSimulation(deps.db, { leaseId: uuidv7(), leaseSeconds: 1 }),
      ),
    )
    const ids = leased.flatMap((one) => (one === undefined ? [] : [one.id]))
    expect(ids.toSorted()).toEqual([first.body.id, theirs.body.id].toSorted())
    const compiled = createCompiled(deps)
    await expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 4 }, () => simulateSome(deps, compiled)))
          return (await readSimulation(tenant, second.body.id)).status
        },
        { timeout: 20_000 },
      )
      .toBe('ENDED')
    for (const one of [first, second]) {
      expect(await readSimulation(tenant, one.body.id)).toMatchObject({ done: 3, total: 3 })
    }
  })

  it('goes on later when nobody can be asked', async () => {
    await makePast(tenant)
    const { body } = await simulate(await draft(tenant, withStep(toRole('finance'))))
    const { deps } = service()
    const resolve = () => Promise.reject(problems.directory_unavailable())
    const broken = { ...deps, directory: { ...deps.directory, resolve } }
    await expect(simulateSome(broken, createCompiled(deps))).rejects.toThrow()
    expect(await readSimulation(tenant, body.id)).toMatchObject({ done: 0 })
    await runAll(service())
    expect(await readSimulation(tenant, body.id)).toMatchObject({
      status: 'ENDED',
      done: 3,
      outcomes: { stuck: 0 },
    })
  })
})
