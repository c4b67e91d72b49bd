import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pseudonymOf } from '@countersign/contracts'
import { findAttachedRecord, readKeySet, verifyPrint, verifyRecord } from '@countersign/record'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { eraseStep } from '@countersign/service-kit/people-erase'
import { followErasures } from '@countersign/service-kit/people-follow'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { findTexts } from '@countersign/test-kit/canary'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { personalData } from '../../db/personal-data.ts'
import {
  act,
  instancesPath,
  readInstance,
  start,
  startBody,
  taskOf,
} from '../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { erasureOptions } from './worker.ts'

const service = useService()
const http = createHttpClient({ userAgent: 'test' })
afterAll(() => http.close())

let tenant: TestTenant
let person: string
let name: string

beforeEach(async () => {
  tenant = await createTenant(service())
  person = tenant.person('manager').id
  name = `Quillon ${person.slice(-12)} Fenwick`
  Object.assign(tenant.person('manager'), { displayName: name })
  const nodes = ['manager', 'finance1'].map((user) => ({
    id: `n-${user}`,
    xml: userTask(`n-${user}`, { candidates: toUser(user) }),
  }))
  await publish(service(), tenant.id, inARow('row', nodes))
})

const signature = {
  strokes: [
    [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ],
  ],
}
const db = () => service().deps.db
const seal = () => extendChain(db(), { log: chainedLogs.bpm, now: () => new Date() })
const verify = () => verifyService(db(), 'bpm', { stores: [], keys: [] })
/** The record of an approval as the published verifier reads it. */
const takeRecord = async (id: string) => {
  const { status, body } = await tenant.as('employee').get<string>(`${instancesPath}/${id}/record`)
  expect(status).toBe(200)
  return body
}
const readRecord = async (record: string) => {
  const keys = readKeySet((await service().app.inject('/api/bpm/v1/record-keys')).body)
  const verified = verifyRecord(record, keys)
  if (!verified.valid) throw new Error(JSON.stringify(verified.faults))
  return verified.content
}
interface Timeline {
  readonly items: readonly {
    readonly actor: { readonly name: string }
    readonly details: { readonly cc?: readonly object[] }
  }[]
}
const textsOf = () => findTexts(db(), [name])
const follow = (settleMs = 0) =>
  followErasures({
    ...erasureOptions({ ...service().deps, http, iamUrl: service().iam.url }),
    settleMs,
  })
function ask(phase: 'prepare' | 'erase', id = uuidv7()) {
  const { iam } = service()
  iam.erasures.splice(0, 9, { id, userId: person, pseudonym: pseudonymOf(person), phase })
  iam.reports.length = 0
  return id
}
/** As iam names them from the erasure on. */
const rename = () =>
  Object.assign(tenant.person('manager'), { displayName: pseudonymOf(person), active: false })

describe('the erasure of a person', () => {
  it('leaves their name in no column, and a log that verifies', async () => {
    const approval = await start(tenant, { cc: [person] })
    await tenant.as('manager').post(instancesPath, {
      bizType: 'expense',
      bizId: 'own',
      title: 'Own',
      variables: { amount: 1 },
      idempotencyKey: uuidv7(),
    })
    await act(tenant, 'manager', approval, 'approve', { comment: 'Fine' })
    await act(tenant, 'finance1', approval, 'approve')
    await tenant.as('manager').send('PUT', '/api/bpm/v1/me/signature', signature)
    await seal()
    expect(Object.keys(await textsOf())).toEqual(
      expect.arrayContaining(['delivery_events', 'instance_actions', 'process_instances', 'tasks']),
    )
    rename()

    ask('erase')
    await follow()

    expect(await textsOf()).toEqual({})
    expect((await verify()).faults).toEqual([])
    await seal()
    expect((await verify()).faults).toEqual([])
    const [report] = service().iam.reports
    expect(report).toMatchObject({ state: 'DONE', kept: [] })
    expect(report?.counts['instance_actions']).toBeGreaterThan(1)
    const timeline = await tenant
      .as('employee')
      .get<Timeline>(`${instancesPath}/${approval.id}/timeline`)
    expect(timeline.body.items.map(({ actor }) => actor.name)).toContain(pseudonymOf(person))
    const copied = [{ id: person, name: pseudonymOf(person) }]
    expect(timeline.body.items[0]?.details.cc).toEqual(copied)
    const recorded = await readRecord(await takeRecord(approval.id))
    expect(recorded.actions[0]?.details['cc']).toEqual(copied)
    expect((await readInstance(tenant, approval)).status).toBe('APPROVED')
  })

  it('leaves records that verify: those of before with the name, new ones with the pseudonym', async () => {
    await tenant.as('manager').send('PUT', '/api/bpm/v1/me/signature', signature)
    const approval = await start(tenant)
    await act(tenant, 'manager', approval, 'approve', { comment: 'Fine' })
    const path = `/internal/v1/bpm/process-instances/${approval.id}/record`
    const takePrint = async () => {
      const { body } = await tenant.application.get<{ print: string }>(path)
      return Buffer.from(body.print, 'base64')
    }
    const [before, printBefore] = [await takeRecord(approval.id), await takePrint()]
    const said = await readRecord(before)
    rename()
    ask('erase')
    await follow()

    expect(await readRecord(before)).toEqual(said)
    expect(JSON.stringify(said)).toContain(name)
    const record = await takeRecord(approval.id)
    const now = await readRecord(record)
    expect(JSON.stringify(now)).not.toContain(name)
    const byPerson = ({ actions }: typeof now) => actions.find(({ actor }) => actor.id === person)
    expect(byPerson(now)?.actor.name).toBe(pseudonymOf(person))
    // What they drew went with them; that it was there is said as before.
    expect(byPerson(said)?.drawnSignature).toMatch(/^[\w-]{43}$/)
    expect(byPerson(now)?.drawnSignature).toBe(byPerson(said)?.drawnSignature)
    const { rows: drawn } = await sql<{ strokes: unknown }>`
      select strokes from drawn_signatures where user_id = ${person}`.execute(db())
    expect(drawn).toEqual([{ strokes: [] }])
    expect(byPerson(now)?.contentHash).toBe(byPerson(said)?.contentHash)
    expect(now.seats.find(({ endedBy }) => endedBy?.id === person)?.endedBy?.name).toBe(
      pseudonymOf(person),
    )
    const keys = readKeySet((await service().app.inject('/api/bpm/v1/record-keys')).body)
    const print = await takePrint()
    expect([verifyPrint(printBefore, keys), verifyPrint(print, keys)]).toEqual([
      undefined,
      undefined,
    ])
    await readRecord(findAttachedRecord(print) ?? '')
  })

  it('is told once more when it is asked again, and goes on with what another left', async () => {
    const approval = await start(tenant)
    await act(tenant, 'manager', approval, 'approve')
    rename()
    const id = ask('erase')
    const options = { data: personalData, atOnce: 1, settleMs: 0 }
    await sql`insert into person_erasures (id, user_id, pseudonym)
      values (${id}, ${person}, ${pseudonymOf(person)})`.execute(db())
    for (let step = 0; step < 5; step++) await eraseStep(db(), id, options)
    expect(await textsOf()).not.toEqual({})
    // One step of an erasure is one process at a time; who finds it taken leaves it alone.
    await Promise.all(Array.from({ length: 4 }, () => eraseStep(db(), id, options)))
    await follow()
    expect(await textsOf()).toEqual({})
    const [first] = service().iam.reports
    await follow()
    expect(service().iam.reports).toEqual([first, first])
  })

  it('is not done before a name that a process has kept cannot come back', async () => {
    const begin = () => start(tenant, { bizId: uuidv7() })
    await begin()
    rename()
    const id = ask('erase')
    await follow(60_000)
    expect(await textsOf()).toEqual({})
    // iam says another name by now; this process goes by what it said before.
    await begin()
    expect(Object.keys(await textsOf())).toContain('tasks')
    await follow(60_000)
    expect([await textsOf(), service().iam.reports]).toEqual([{}, []])
    await begin()
    await sql`update person_erasures
      set position = position || jsonb_build_object('sinceMs', (position ->> 'sinceMs')::numeric - 60000)
      where id = ${id}`.execute(db())
    await follow(60_000)
    expect(await textsOf()).toEqual({})
    expect(service().iam.reports).toMatchObject([{ state: 'DONE' }])
  })

  it('goes on where a process was killed, and counts what went once', async () => {
    await tenant.as('manager').post(instancesPath, startBody())
    const approval = await start(tenant)
    await act(tenant, 'manager', approval, 'approve', { comment: 'Fine' })
    await seal()
    rename()
    const id = ask('erase')
    const before = await textsOf()
    const doneAt = async () => {
      const { rows } = await sql<{ doneAt: Date | null }>`
        select done_at as "doneAt" from person_erasures where id = ${id}`.execute(db())
      return rows.map(({ doneAt: at }) => at)
    }
    // It stands still at the tasks, and dies there.
    const [released, held] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ]
    const holding = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select from tasks where tenant_id = ${tenant.id} for update`.execute(tx)
        held.resolve(undefined)
        await released.promise
      })
    onTestFinished(() => released.resolve(undefined))
    await held.promise
    const { url, iam } = service()
    const program = new URL('fixtures/erasure-process.ts', import.meta.url)
    const child = spawn(process.execPath, [...programArguments(program), url, iam.url], {
      env: programEnvironment(),
      stdio: 'inherit',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const stands = sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'eraser' and wait_event_type = 'Lock'`
    await expect
      .poll(async () => (await stands.execute(db())).rows.length, { timeout: 60_000 })
      .toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    released.resolve(undefined)
    await holding
    // What it had done stays, of the table that it was at nothing, and the record says that it is not over.
    const { process_instances: _, ...left } = before
    expect(await textsOf()).toEqual(left)
    expect([await doneAt(), iam.reports]).toEqual([[null], []])
    expect((await verify()).faults).toEqual([])

    await follow()
    expect(await textsOf()).toEqual({})
    expect(await doneAt()).toEqual([expect.any(Date)])
    const { process_instances, tasks, instance_actions } = before
    expect(iam.reports).toMatchObject([
      { state: 'DONE', counts: { process_instances, tasks, instance_actions } },
    ])
    await seal()
    expect((await verify()).faults).toEqual([])
  })

  it('keeps what was sealed by its names, and says how much', async () => {
    const approval = await start(tenant)
    await act(tenant, 'manager', approval, 'approve')
    // As a version wrote it that had no commitments.
    await sql`
      insert into instance_actions (tenant_id, instance_id, sequence, at, round, action, actor_kind,
        actor_id, actor_name, actor_name_salt, on_behalf_of_name_salt)
      select tenant_id, instance_id, 900, at, round, action, actor_kind, actor_id, actor_name, null, null
      from instance_actions where tenant_id = ${tenant.id} and actor_name = ${name} limit 1`.execute(
      db(),
    )
    ask('erase')
    await follow()
    expect(await textsOf()).toEqual({ instance_actions: 1 })
    expect(service().iam.reports[0]?.kept).toMatchObject([{ code: 'sealed_log', count: 1 }])
  })

  it('keeps the names in the log of those whom a version of before showed it to, and tells nobody', async () => {
    const approval = await start(tenant, { cc: [person] })
    const reader = tenant.person('finance1').id
    const cc = [
      { id: person, name },
      { id: reader, name: 'FINANCE1' },
    ]
    await sql`
      insert into instance_actions (tenant_id, instance_id, sequence, at, round, action, actor_kind,
        actor_id, actor_name, details)
      select tenant_id, instance_id, 900, at, round, action, actor_kind, actor_id, actor_name,
        ${JSON.stringify({ cc })}::jsonb
      from instance_actions where tenant_id = ${tenant.id} and sequence = 1`.execute(db())
    rename()
    ask('erase')
    await follow()
    expect(await textsOf()).toEqual({ instance_actions: 1 })
    expect(service().iam.reports[0]?.kept).toMatchObject([{ code: 'sealed_log', count: 1 }])
    const { body } = await tenant
      .as('employee')
      .get<Timeline>(`${instancesPath}/${approval.id}/timeline`)
    expect(body.items.at(-1)?.details.cc).toEqual([
      { id: person, name: pseudonymOf(person) },
      { id: reader, name: reader },
    ])
  })
})

describe('the role of the service', () => {
  it('empties the drawing of nobody who is not being erased', async () => {
    await tenant.as('manager').send('PUT', '/api/bpm/v1/me/signature', signature)
    const empty = sql`update drawn_signatures set strokes = '[]' where user_id = ${person}`
    await expect(empty.execute(db())).rejects.toThrow('of a drawn signature the use ends')
    await tenant.as('manager').send('DELETE', '/api/bpm/v1/me/signature')
  })

  it('changes the log for the person of an erasure alone, and cannot name another in its place', async () => {
    const approval = await start(tenant)
    await act(tenant, 'manager', approval, 'approve')
    const { rows } = await sql<{ key: [string, string, string] }>`
      select array[tenant_id::text, instance_id::text, sequence::text] as key from instance_actions
      where tenant_id = ${tenant.id} and actor_name = ${name}`.execute(db())
    const keys = JSON.stringify(rows.map(({ key }) => key))
    const erase = (id: string) =>
      sql<{ changed: number }>`
      select changed from erase_log_names(${id}, ${keys}::jsonb)`.execute(db())
    const insert = (id: string, userId: string, pseudonym: string) =>
      sql`insert into person_erasures (id, user_id, pseudonym)
        values (${id}, ${userId}, ${pseudonym})`.execute(db())
    const [id, other] = [uuidv7(), tenant.person('finance1').id]
    await expect(insert(id, other, 'Somebody Else')).rejects.toThrow('stays as it was begun')
    await insert(id, other, pseudonymOf(other))
    expect((await erase(id)).rows).toEqual([{ changed: 0 }])
    for (const change of [
      sql`update person_erasures set user_id = ${person} where id = ${id}`,
      sql`delete from person_erasures where id = ${id}`,
    ])
      await expect(change.execute(db())).rejects.toThrow('stays as it was begun')
    await sql`update person_erasures set done_at = now() where id = ${id}`.execute(db())
    const again = sql`update person_erasures set done_at = null where id = ${id}`
    await expect(again.execute(db())).rejects.toThrow('stays as it was begun')
  })
})

describe('open tasks of the person', () => {
  it('hold it up until they are handed over', async () => {
    const approval = await start(tenant)
    const taskNo = await taskOf(tenant, 'manager', approval)
    ask('prepare')
    await follow()
    expect(service().iam.reports[0]).toMatchObject({
      state: 'HELD',
      held: [{ code: 'open_tasks', count: 1, examples: [taskNo] }],
    })
    await tenant.as('finance2', ['bpm:handover:write']).post('/api/bpm/v1/handovers', {
      from: person,
      to: tenant.person('finance2').id,
      comment: 'x',
    })
    ask('prepare')
    await follow()
    expect(service().iam.reports).toMatchObject([{ state: 'READY', held: [] }])
  })

  it('hold it up also before it is their turn', async () => {
    const candidates = toUser('finance1') + toUser('manager')
    const more = '<approval:decision mode="sequential"/>'
    const xml = userTask('a', { candidates, more })
    const row = inARow('turns', [{ id: 'a', xml }])
    await start(tenant, { definitionId: await publish(service(), tenant.id, row) })
    ask('prepare')
    await follow()
    expect(service().iam.reports).toMatchObject([
      { state: 'HELD', held: [{ code: 'open_tasks', count: 1 }] },
    ])
  })
})
