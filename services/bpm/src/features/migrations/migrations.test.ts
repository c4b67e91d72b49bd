import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  act,
  instancesPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../testing/approvals.testing.ts'
import { inARow, toManager, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type Client,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { MigratedView, MigrationView, ResultView } from './schema.ts'
import { leaseMigration } from './queries.ts'
import { migrateSome, migrationWorker } from './worker.ts'

const service = useService()
let tenant: TestTenant
let admin: Client
let first: string
let second: string

const step = (id: string, candidates: string) => ({ id, xml: userTask(id, { candidates }) })

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  admin = tenant.as('admin', ['bpm:instance:admin'])
  first = await publish(
    service(),
    tenant.id,
    inARow('expense-first', [step('manager', toManager), step('finance', toUser('finance1'))]),
  )
  second = await publish(
    service(),
    tenant.id,
    inARow('expense-second', [step('manager', toManager), step('money', toUser('finance2'))]),
  )
})

const begin = () => start(tenant, { definitionId: first })
const migrate = (
  instance: { id: string },
  more: Readonly<Record<string, unknown>> = {},
  headers = {},
) =>
  admin.post<MigratedView>(
    `${instancesPath}/${instance.id}/migrate`,
    { definitionId: second, reason: 'new rules', ...more },
    headers,
  )

const retire = async (id: string) => {
  const author = tenant.as('admin', ['bpm:definition:write'])
  expect((await author.post(`/api/bpm/v1/definitions/${id}/retire`)).status).toBe(200)
}

describe('one approval', () => {
  it('keeps apart what was decided before it came to a definition that says so', async () => {
    const nodes = [step('manager', toManager), step('money', toUser('finance2') + toManager)]
    const apart = inARow('expense-apart', nodes).replace(
      'isExecutable="true">',
      `isExecutable="true"><extensionElements>
        <approval:separation nodes="manager money"/></extensionElements>`,
    )
    const definitionId = await publish(service(), tenant.id, apart)
    const instance = await begin()
    await act(tenant, 'manager', instance, 'approve')

    const dry = await migrate(instance, { definitionId, nodes: { finance: 'money' }, dryRun: true })
    expect(dry.body.migration.faults).toEqual([])
    expect((await migrate(instance, { definitionId, nodes: { finance: 'money' } })).status).toBe(
      200,
    )
    const to = tenant.person('manager').id
    const { status, body } = await act(tenant, 'finance1', instance, 'transfer', { to })
    expect([status, body['code'], body['rule']]).toEqual([
      422,
      'bpm.separation_of_duties',
      'separation',
    ])
  })

  it.each([
    ['that says so, too', true],
    ['that does not say so', false],
  ])('keeps it apart behind another definition %s, under other names', async (_, between) => {
    const apart = (one: string, other: string, isSaid = true) => {
      const xml = inARow(`expense-${one}`, [
        step(one, toManager),
        step(other, toUser('finance2') + toManager),
      ])
      const extension = `<extensionElements><approval:separation nodes="${one} ${other}"/></extensionElements>`
      const executable = 'isExecutable="true">'
      return isSaid ? xml.replace(executable, `${executable}${extension}`) : xml
    }
    const then = await publish(service(), tenant.id, apart('boss', 'cash', between))
    const last = await publish(service(), tenant.id, apart('chief', 'money'))
    const instance = await begin()
    await act(tenant, 'manager', instance, 'approve')

    const names = { manager: 'boss', finance: 'cash' }
    const one = await migrate(instance, { definitionId: then, nodes: names })
    const nodes = { boss: 'chief', cash: 'money' }
    const two = await migrate(instance, { definitionId: last, nodes })

    expect([one.status, two.status]).toEqual([200, 200])
    const to = tenant.person('manager').id
    const { status, body } = await act(tenant, 'finance1', instance, 'transfer', { to })
    expect([status, body['code']]).toEqual([422, 'bpm.separation_of_duties'])
  })

  it('goes on in another definition, with its task, log and events in place', async () => {
    const instance = await begin()
    const taskNo = await taskOf(tenant, 'manager', instance)

    const { status, body } = await migrate(instance)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'RUNNING',
      definition: { id: second, key: 'expense-second' },
      migration: { dryRun: false, moves: [{ from: 'manager', to: 'manager' }], faults: [] },
    })
    expect((await tenant.as('manager').post(`${tasksPath}/${taskNo}/approve`)).status).toBe(200)
    expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'money' }] })
    const timeline = await admin.get<{ items: { action: string; details: unknown }[] }>(
      `${instancesPath}/${instance.id}/timeline`,
    )
    expect(timeline.body.items).toContainEqual(
      expect.objectContaining({
        action: 'migrate',
        actor: expect.objectContaining({ id: tenant.person('admin').id }),
        details: expect.objectContaining({
          reason: 'new rules',
          to: expect.objectContaining({ id: second }),
        }),
      }),
    )
  })

  it('is left alone by a dry run, which says where its work would go or why not', async () => {
    const instance = await begin()
    await act(tenant, 'manager', instance, 'approve')

    const unfit = await migrate(instance, { dryRun: true })
    const fit = await migrate(instance, { dryRun: true, nodes: { finance: 'money' } })

    expect(unfit).toMatchObject({
      status: 200,
      body: {
        migration: { dryRun: true, moves: [], faults: [{ node: 'finance', code: 'node_missing' }] },
      },
    })
    expect(fit.body.migration).toMatchObject({
      moves: [{ from: 'finance', to: 'money' }],
      faults: [],
    })
    expect((await readInstance(tenant, instance)).definition.id).toBe(first)
  })

  it('is refused, with the node and the reason, where its work has no place', async () => {
    const instance = await begin()
    await act(tenant, 'manager', instance, 'approve')

    const { status, body } = await migrate(instance)

    expect([status, body]).toMatchObject([
      422,
      { code: 'bpm.migration_refused', faults: [{ node: 'finance', code: 'node_missing' }] },
    ])
    const mapped = await migrate(instance, { nodes: { finance: 'money' } })
    expect(mapped.body).toMatchObject({ currentNodes: [{ id: 'money' }] })
    expect((await act(tenant, 'finance1', instance, 'approve')).body).toMatchObject({
      node: { id: 'money', name: 'money task' },
    })
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
  })

  it.each([
    [
      'an unknown definition',
      { definitionId: '01a1fb88-0000-7000-8000-000000000000' },
      'bpm.definition_not_published',
    ],
    [
      'a plan with unknown nodes',
      { nodes: { manager: 'nobody', ghost: 'money' } },
      'bpm.action_invalid',
    ],
  ])('is refused with %s', async (_, more, code) => {
    const { status, body } = await migrate(await begin(), more)
    expect([status, body]).toMatchObject([422, { code }])
  })

  it('is for administrators only', async () => {
    const instance = await begin()
    const url = `${instancesPath}/${instance.id}/migrate`
    const body = { definitionId: second, reason: 'x' }
    expect((await tenant.as('employee').post(url, body)).status).toBe(403)
    const other = await createTenant(service())
    other.add('admin')
    const reply = await other.as('admin', ['bpm:instance:admin']).post(url, body)
    expect(reply.status).toBe(404)
  })

  it('[BPM-21] waits for nobody and lets nobody fail who decides at the same moment', async () => {
    const subjects = await Promise.all(Array.from({ length: 20 }, () => begin()))
    const tasks = await Promise.all(subjects.map((one) => taskOf(tenant, 'manager', one)))
    const replies = await Promise.all(
      subjects.flatMap((one, index) => [
        migrate(one, { nodes: { finance: 'money' } }),
        tenant.as('manager').post(`${tasksPath}/${tasks[index]}/approve`),
      ]),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    for (const one of subjects) {
      expect(await readInstance(tenant, one)).toMatchObject({
        definition: { id: second },
        currentNodes: [{ id: 'money' }],
      })
    }
  })

  it('is moved once for one Idempotency-Key, also by two requests at once', async () => {
    const instance = await begin()
    const headers = { 'idempotency-key': 'm1' }
    const [one, two] = await Promise.all([
      migrate(instance, {}, headers),
      migrate(instance, {}, headers),
    ])
    expect([one.status, two.status]).toEqual([200, 200])

    const rows = await service()
      .deps.db.selectFrom('instance_actions')
      .where('instance_id', '=', instance.id)
      .where('action', '=', 'migrate')
      .select('sequence')
      .execute()
    expect(rows).toHaveLength(1)
    // What has been answered stays so, whatever has become of the definition since.
    await retire(second)
    expect((await migrate(instance, {}, headers)).body).toEqual(one.body)
    expect((await migrate(instance, {}, { 'idempotency-key': 'm2' })).status).toBe(422)
  })
})

describe('all approvals of a definition', () => {
  const migrateAll = (more: Readonly<Record<string, unknown>> = {}, headers = {}) =>
    admin.post<MigrationView>(
      `/api/bpm/v1/definitions/${first}/migrations`,
      { definitionId: second, reason: 'new rules', ...more },
      headers,
    )
  const read = async (id: string) =>
    (await admin.get<MigrationView>(`/api/bpm/v1/migrations/${id}`)).body
  const results = async (id: string, query = '') =>
    (await admin.get<{ items: ResultView[] }>(`/api/bpm/v1/migrations/${id}/results${query}`)).body
      .items

  it('are moved one by one, with a result for each', async () => {
    const fits = await begin()
    const unfit = await begin()
    await act(tenant, 'manager', unfit, 'approve')
    const ended = await begin()
    await act(tenant, 'manager', ended, 'reject')

    const { status, body } = await migrateAll()
    expect([status, body.status]).toEqual([202, 'RUNNING'])
    await migrateSome(service().deps)

    const outcome = { status: 'ENDED', migrated: 1, refused: 1 }
    expect(await read(body.id)).toMatchObject(outcome)
    const { body: all } = await admin.get<{ items: MigrationView[] }>('/api/bpm/v1/migrations')
    expect(all.items).toMatchObject([{ id: body.id, ...outcome }])
    expect(await results(body.id)).toMatchObject([
      { instanceId: fits.id, outcome: 'migrated', faults: [] },
      { instanceId: unfit.id, outcome: 'refused', faults: [{ node: 'finance' }] },
    ])
    expect(await results(body.id, '?outcome=refused')).toHaveLength(1)
    expect((await readInstance(tenant, fits)).definition.id).toBe(second)
    expect((await readInstance(tenant, unfit)).definition.id).toBe(first)
  })

  it('stay where they are in a dry run', async () => {
    const instance = await begin()
    const { body } = await migrateAll({ dryRun: true })
    await migrateSome(service().deps)
    expect(await results(body.id)).toMatchObject([{ instanceId: instance.id, outcome: 'fits' }])
    expect((await readInstance(tenant, instance)).definition.id).toBe(first)
  })

  it('stay with the worker that has them, however long one of them takes', async () => {
    const instance = await begin()
    const { body } = await migrateAll()
    const { deps } = service()
    const leasedUntil = async () => {
      const { leased_until: until } = await deps.db
        .selectFrom('migrations')
        .where('id', '=', body.id)
        .select('leased_until')
        .executeTakeFirstOrThrow()
      return until?.getTime() ?? 0
    }
    const working = await deps.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('process_instances')
        .where('id', '=', instance.id)
        .select('id')
        .forUpdate()
        .execute()
      const waits = migrateSome(deps, 8)
      await expect.poll(leasedUntil, { timeout: 30_000 }).toBeGreaterThan(0)
      const before = await leasedUntil()
      await expect.poll(leasedUntil, { timeout: 30_000 }).toBeGreaterThan(before)
      expect(await leaseMigration(deps.db, { leaseId: uuidv7(), leaseSeconds: 1 })).toBeUndefined()
      return { waits }
    })
    expect(await working.waits).toBe(1)
    expect(await read(body.id)).toMatchObject({ status: 'ENDED', migrated: 1 })
  })

  it('are begun once for one Idempotency-Key, and stay where they are once the target is retired', async () => {
    for (let started = 0; started < 51; started++) await begin()
    const headers = { 'idempotency-key': 'all' }
    const { body } = await migrateAll({}, headers)
    await migrateSome(service().deps)
    await retire(second)
    expect((await migrateAll({}, headers)).body.id).toBe(body.id)
    expect((await migrateAll()).status).toBe(422)

    await migrateSome(service().deps)

    expect(await read(body.id)).toMatchObject({ status: 'ENDED', migrated: 50, refused: 1 })
    const [rest] = await results(body.id, '?outcome=refused')
    expect(rest?.faults).toMatchObject([{ code: 'definition_not_published' }])
    const { definition } = await readInstance(tenant, { id: rest?.instanceId ?? '' })
    expect(definition.id).toBe(first)
  })

  it('are moved past one that fails, which is told', async () => {
    const broken = await begin()
    const sound = await begin()
    const { body } = await migrateAll()
    const { deps } = service()
    let isFirst = true
    const processes = {
      ...deps.processes,
      kept: (...about: Parameters<typeof deps.processes.kept>) => {
        if (!isFirst) return deps.processes.kept(...about)
        isFirst = false
        throw new Error('the work has lost its token')
      },
    }

    expect(await migrateSome({ ...deps, processes })).toBe(2)

    expect(await results(body.id)).toMatchObject([
      { instanceId: broken.id, outcome: 'refused', faults: [{ code: 'failed' }] },
      { instanceId: sound.id, outcome: 'migrated' },
    ])
  })

  it('take turns, and wait for none that fails', async () => {
    const other = await createTenant(service())
    other.add('admin')
    const [from, to] = await Promise.all(
      ['first', 'second'].map((key) =>
        publish(service(), other.id, inARow(`other-${key}`, [step('manager', toManager)])),
      ),
    )
    const approval = await start(other, { definitionId: from })
    await begin()
    await migrateAll()
    const wanted = { definitionId: to, reason: 'new rules' }
    const root = other.as('admin', ['bpm:instance:admin'])
    await root.post(`/api/bpm/v1/definitions/${from}/migrations`, wanted)
    const { deps } = service()
    const processes = {
      ...deps.processes,
      get: async (...[tenantId, ...more]: Parameters<typeof deps.processes.get>) => {
        if (tenantId === tenant.id) throw new Error('the thread is gone')
        return deps.processes.get(tenantId, ...more)
      },
    }

    await expect(migrateSome({ ...deps, processes })).rejects.toThrow('the thread is gone')
    expect(await migrateSome({ ...deps, processes })).toBe(1)
    expect((await readInstance(other, approval)).definition.id).toBe(to)
  })

  it('are gone on with by another worker where one has died, each once', async () => {
    const count = 60
    for (let started = 0; started < count; started++) await begin()
    const { body } = await migrateAll()
    const { deps } = service()
    // Two at once: one has the run. Then somebody takes it, and is never heard of again.
    const looked = await Promise.all([migrateSome(deps), migrateSome(deps)])
    expect(looked.toSorted((a, b) => a - b)).toEqual([0, 50])
    await leaseMigration(deps.db, { leaseId: uuidv7(), leaseSeconds: 3 })
    expect(await migrateSome(deps)).toBe(0)
    const stop = new AbortController()
    const workers = [1, 2].map(() => migrationWorker(deps, { idleMs: 50 })(stop.signal))
    await vi.waitFor(async () => expect((await read(body.id)).status).toBe('ENDED'), 30_000)
    stop.abort()
    await Promise.all(workers)

    expect(await read(body.id)).toMatchObject({ migrated: count, refused: 0 })
    const moved = await service()
      .deps.db.selectFrom('instance_actions')
      .where('tenant_id', '=', tenant.id)
      .where('action', '=', 'migrate')
      .select('instance_id')
      .execute()
    expect(new Set(moved.map((row) => row.instance_id)).size).toBe(count)
    expect(moved).toHaveLength(count)
  })
})
