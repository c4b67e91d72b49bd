import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeStart } from '../instances/starting/start.ts'
import { firstTurn } from '../signals/spread.ts'
import { bringSignals } from '../signals/worker.ts'
import type { SignalView } from '../signals/schema.ts'
import {
  act,
  eventsOf,
  instancesPath,
  ownedPath,
  startBody,
  taskOf,
} from '../../testing/approvals.testing.ts'
import { countBlocked } from '../../testing/blocked.testing.ts'
import { inARow, process as drawn, toUser, userTask } from '../../testing/processes.ts'
import {
  amountOf,
  draftAs,
  publishAs,
  retireAs,
  signalledProcess,
  startedIn,
  withNews,
} from '../../testing/schedules.testing.ts'
import {
  applicationScopes,
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { leaseStart } from './lease-queries.ts'
import { handOverListeners } from './queries.ts'
import type { SignalStartView } from './schema.ts'
import { startSignalled } from './start-signalled.ts'
import { startAllSignalled } from './worker.ts'

const service = useService()
const signalsPath = '/api/bpm/v1/signals'
const startsPath = '/api/bpm/v1/signal-starts'
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

const admin = () => tenant.as('admin', ['bpm:signal:write', 'bpm:instance:admin'])
const tell = async (name = 'news') => (await admin().post<SignalView>(signalsPath, { name })).body
const readSignal = async ({ id }: { id: string }) =>
  (await admin().get<SignalView>(`${signalsPath}/${id}`)).body
const started = () => startedIn(service(), tenant)
const startsOf = async (query = '') =>
  (await admin().get<{ items: SignalStartView[] }>(`${startsPath}${query}`)).body.items
const retry = (id: string) => admin().post<SignalStartView>(`${startsPath}/${id}/retry`)
const register = (more: object) =>
  tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, ...more })

/** Brings signals to those that wait, and starts what they start, until there is nothing more. */
async function settle(): Promise<void> {
  const { deps } = service()
  const turn = firstTurn()
  let done: number
  do {
    done = (await bringSignals(deps, turn)) + (await startAllSignalled({ ...deps, makeStart }))
  } while (done > 0)
}

describe('a start by a signal', () => {
  it('says who, what and with which values, and is told apart in log and events', async () => {
    const start = `initiator="employee" bizId="'a-' + signalId" title="'Audit of ' + thrownDay"`
    const values = amountOf('7') + '<approval:value name="note" value="thrownAt"/>'
    await publishAs(tenant, signalledProcess({ start, values }))
    const signal = await tell()
    await settle()

    const [approval, another] = await started()
    expect(another).toBeUndefined()
    expect(approval).toMatchObject({
      bizId: `a-${signal.id}`,
      title: `Audit of ${signal.thrownAt.slice(0, 10)}`,
      initiatorId: tenant.person('employee').id,
      variables: { amount: 7 },
    })
    const instance = { id: approval?.id ?? '' }
    expect(await taskOf(tenant, 'manager', instance)).toBeDefined()
    const [first] = await eventsOf(service(), instance)
    expect(first).toMatchObject({ type: 'instance.started', actor: { id: 'signal' } })
    const path = `${instancesPath}/${instance.id}/timeline`
    const { body } = await tenant.as('employee').get<{ items: { details: unknown }[] }>(path)
    const details = { start: { node: 'heard', signal: 'news', signalId: signal.id } }
    expect(body.items.at(-1)).toMatchObject({ action: 'start', details })
    expect(await readSignal(signal)).toMatchObject({
      status: 'ENDED',
      starts: { waiting: 0, started: 1 },
    })
    expect(await startsOf()).toEqual([])
  })

  it('starts once for each throw, however many workers there are', async () => {
    await publishAs(tenant, signalledProcess())
    await publishAs(tenant, signalledProcess({ key: 'another' }))
    const other = await createTenant(service())
    await publish(service(), other.id, signalledProcess())
    await Promise.all(Array.from({ length: 6 }, () => tell()))

    await Promise.all(Array.from({ length: 4 }, settle))

    const numbers = (await started()).map(({ bizId }) => bizId)
    expect([numbers.length, new Set(numbers).size]).toEqual([12, 12])
    expect(await startedIn(service(), other)).toEqual([])
  })

  it('reaches those that wait and those that start, each once, also when an approval throws it as it ends', async () => {
    const news = '<signalEventDefinition signalRef="N"/>'
    const waits = await publish(
      service(),
      tenant.id,
      withNews(
        inARow('waits', [
          { id: 'c', xml: `<intermediateCatchEvent id="c">${news}</intermediateCatchEvent>` },
        ]),
      ),
    )
    const throws = await publish(
      service(),
      tenant.id,
      withNews(
        drawn(
          'throws',
          `<startEvent id="start"/>${userTask('ask', { candidates: toUser('finance1') })}<endEvent id="end">${news}</endEvent>`,
          ['start ask', 'ask end'],
        ),
      ),
    )
    await publishAs(tenant, signalledProcess())
    const startOn = async (definitionId: string) =>
      (await tenant.as('employee').post<{ id: string }>(instancesPath, startBody({ definitionId })))
        .body
    const [waiting, thrower] = [await startOn(waits), await startOn(throws)]
    await act(tenant, 'finance1', thrower, 'approve')
    await settle()

    const { body } = await tenant.application.get<{ status: string }>(`${ownedPath}/${waiting.id}`)
    expect(body.status).toBe('APPROVED')
    expect(await started()).toHaveLength(3)
  })

  it('hears what is thrown from the publication on, and goes on with the version that is published then', async () => {
    await tell()
    await publishAs(tenant, signalledProcess())
    await settle()
    expect(await started()).toEqual([])

    await tell()
    await publishAs(tenant, signalledProcess({ values: amountOf('7') }))
    await settle()
    expect(await started()).toMatchObject([{ variables: { amount: 7 } }])

    // Queued, and not made yet: the new version makes it.
    await tell()
    await bringSignals(service().deps)
    await publishAs(tenant, signalledProcess({ values: amountOf('8') }))
    await settle()
    expect((await started()).map(({ variables }) => variables['amount'])).toEqual([7, 8])
  })

  it('is over with its event, and with the process: what is still to be started is missed', async () => {
    const { body } = await publishAs(tenant, signalledProcess())
    const signal = await tell()
    await bringSignals(service().deps)
    expect(await startsOf('?state=waiting')).toHaveLength(1)
    expect((await retireAs(tenant, body.id)).status).toBe(200)
    await settle()
    expect([await started(), await startsOf()]).toEqual([[], []])
    expect(await readSignal(signal)).toMatchObject({ status: 'ENDED', starts: { started: 0 } })
    await tell()
    await settle()
    expect(await started()).toEqual([])
  })

  it('races with publishing and retiring: it is started by one version, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const one = signalledProcess({ key: `race${round}` })
      await publishAs(tenant, one)
      const before = (await started()).length
      await tell()
      const [, published] = await Promise.all([settle(), publishAs(tenant, one), settle()])
      await settle()
      expect(published.status).toBe(200)
      expect((await started()).length).toBe(before + 1)

      const signal = await tell()
      await Promise.all([settle(), retireAs(tenant, published.body.id)])
      await settle()
      const { status, starts } = await readSignal(signal)
      expect(status).toBe('ENDED')
      expect((await started()).length).toBe(before + 1 + starts.started)
    }
  })

  it('taken while another version is published goes on with that one', async () => {
    const { db } = service().deps
    await publishAs(tenant, signalledProcess())
    await tell()
    while ((await bringSignals(service().deps, firstTurn())) > 0);
    const listener = await db
      .selectFrom('signal_listeners')
      .where('tenant_id', '=', tenant.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .selectFrom('signal_starts')
      .where('tenant_id', '=', tenant.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const next = { id: await draftAs(tenant, signalledProcess()), bizType: 'expense' }
    const publishing = await db.startTransaction().execute()
    await handOverListeners(publishing, tenant.id, [listener.id], next)
    const lease = { leaseId: uuidv7(), leaseSeconds: 60 }
    const taking = leaseStart(db, { tenantId: tenant.id, id }, lease)
    await expect.poll(() => countBlocked(db)).toBe(1)
    await publishing.commit().execute()
    const taken = await taking
    if (taken === undefined) throw new Error('nobody else has it')

    await startSignalled({ ...service().deps, makeStart }, taken)
    expect(await started()).toEqual([])
    const again = await leaseStart(db, { tenantId: tenant.id, id }, lease)
    expect(again?.definitionId).toBe(next.id)
  })

  it('that cannot be made is told to administrators, tried again, and made once it can be', async () => {
    await publishAs(tenant, signalledProcess({ start: 'initiator="newcomer"' }))
    const signal = await tell()
    await settle()

    const [failing] = await startsOf('?state=failing')
    expect(failing).toMatchObject({
      attempts: 1,
      code: 'bpm.start_initiator_unknown',
      signal: { id: signal.id, name: 'news' },
      definition: { key: 'audit' },
      node: 'heard',
    })
    expect(await readSignal(signal)).toMatchObject({ status: 'RUNNING', starts: { waiting: 1 } })
    const metrics = await service().app.metrics.metrics()
    expect(metrics).toMatch(
      /^bpm_signal_starts_failing\{code="bpm.start_initiator_unknown"\} [1-9]/m,
    )
    const id = failing?.id ?? ''
    const refused = await retry(id)
    expect([refused.status, (refused.body as { code?: unknown }).code]).toEqual([
      422,
      'bpm.start_initiator_unknown',
    ])
    expect((await admin().get(`${startsPath}/${id}`)).body).toMatchObject({ id, attempts: 2 })

    tenant.add('newcomer', { managerId: tenant.person('manager').id })
    const replies = await Promise.all(Array.from({ length: 5 }, () => retry(id)))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
    const { body } = await retry(id)
    expect(body).toMatchObject({ state: 'started', attempts: 0, code: null })
    expect(await started()).toMatchObject([{ id: body.instanceId }])
    expect(await startsOf()).toEqual([])
  })

  it('that fails is skipped by an administrator, who says why, once', async () => {
    await publishAs(tenant, signalledProcess({ start: 'initiator="newcomer"' }))
    const signal = await tell()
    const path = (id: string) => `${startsPath}/${id}/skip`
    const reason = 'Nobody needs it'
    await bringSignals(service().deps)
    const [waiting] = await startsOf()
    const early = await admin().post<{ code: string }>(path(waiting?.id ?? ''), { reason })
    expect([early.status, early.body.code]).toEqual([409, 'bpm.start_not_failing'])
    await settle()

    const [{ id } = { id: '' }] = await startsOf('?state=failing')
    expect((await admin().post(path(uuidv7()), { reason })).status).toBe(404)
    expect((await tenant.as('employee').post(path(id), { reason })).status).toBe(403)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => admin().post<SignalStartView>(path(id), { reason })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({ state: 'skipped' })
    tenant.add('newcomer')
    expect((await retry(id)).body).toMatchObject({ state: 'skipped' })
    await settle()
    expect([await started(), await startsOf()]).toEqual([[], []])
    expect(await readSignal(signal)).toMatchObject({ status: 'ENDED', starts: { started: 0 } })
    const { body } = await admin().get<{ items: object[] }>('/api/bpm/v1/start-skips')
    expect(body.items).toMatchObject([
      { signalId: signal.id, node: 'heard', reason, code: 'bpm.start_initiator_unknown' },
    ])
  })

  it('of processes that start each other comes to an end', async () => {
    const throws = `<intermediateThrowEvent id="m"><signalEventDefinition signalRef="N"/></intermediateThrowEvent>`
    await publishAs(tenant, signalledProcess({ step: throws }))
    await publishAs(tenant, signalledProcess({ key: 'another', step: throws }))
    await tell()
    await settle()
    expect(await started()).toHaveLength(2)
    // The next one is one of its own.
    await tell()
    await settle()
    expect(await started()).toHaveLength(4)
  })

  it('is refused where the owner permits each start, until the owner says otherwise', async () => {
    await register({ start: 'permit' })
    const { status, body } = await publishAs(tenant, signalledProcess())
    expect([status, body.problems]).toMatchObject([
      422,
      [{ element: 'heard', code: 'start_by_signal_refused' }],
    ])

    const allowed = await register({ start: 'permit', startsBySignal: true })
    expect(allowed.body).toMatchObject({ startsBySignal: true, startsByTime: false })
    expect((await register({ start: 'permit' })).body).toMatchObject({ startsBySignal: true })
    expect((await publishAs(tenant, signalledProcess())).status).toBe(200)
    await tell()
    await settle()
    expect(await started()).toHaveLength(1)

    await register({ start: 'permit', startsBySignal: false })
    await tell()
    await settle()
    expect(await started()).toHaveLength(1)
    expect(await startsOf()).toMatchObject([{ code: 'bpm.start_by_signal_refused' }])
  })

  it('by a signal of an application is of its own business types alone', async () => {
    const other = tenant.service('other-app', applicationScopes)
    await other.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, code: 'travel' })
    await publishAs(tenant, signalledProcess())
    const path = '/internal/v1/bpm/signals'
    const theirs = await other.post<SignalView>(path, { name: 'news' })
    await settle()
    expect(await started()).toEqual([])
    expect((await other.get<SignalView>(`${path}/${theirs.body.id}`)).body.status).toBe('ENDED')
    await tenant.application.post(path, { name: 'news' })
    await settle()
    expect(await started()).toHaveLength(1)
  })

  it('[BPM-21] is the business of administrators of the tenant alone', async () => {
    await publishAs(tenant, signalledProcess({ start: 'initiator="nobody"' }))
    await tell()
    await settle()
    const [{ id } = { id: '' }] = await startsOf()
    const other = await createTenant(service())
    other.add('admin')
    const stranger = other.as('admin', ['bpm:instance:admin'])

    expect((await tenant.as('employee').get(startsPath)).status).toBe(403)
    expect((await stranger.get<{ items: unknown[] }>(startsPath)).body.items).toEqual([])
    expect((await stranger.get(`${startsPath}/${id}`)).status).toBe(404)
    expect((await stranger.post(`${startsPath}/${id}/retry`)).status).toBe(404)
    expect((await retry(uuidv7())).status).toBe(404)
  })

  it('of one tenant that are many do not keep those of another waiting', async () => {
    await publishAs(tenant, signalledProcess())
    const { id: userId } = tenant.person('admin')
    await sql`
      insert into signals (tenant_id, id, origin_id, name, user_id, thrown_at)
      select ${tenant.id}::uuid, id, id, 'news', ${userId}::uuid, now()
      from (select gen_random_uuid() as id from generate_series(1, 110)) as given`.execute(
      service().deps.db,
    )
    const turn = firstTurn()
    while ((await bringSignals(service().deps, turn)) > 0);
    const { rows } = await sql<{ queued: number }>`
      select count(*)::integer as queued from signal_starts
      where tenant_id = ${tenant.id}`.execute(service().deps.db)
    // The rest of what was thrown is gone through when these have been started.
    expect(rows[0]?.queued).toBe(100)
    await settle()
    expect(await started()).toHaveLength(110)
  })
})
