import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SCOPES } from '@countersign/contracts'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { findTexts } from '@countersign/test-kit/canary'
import { programArguments } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertAuditEvents } from '../../audit/entries.ts'
import { apiAs, apiAsService, type Api } from '../../testing/api.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, password, userIds, world } from '../../testing/world.ts'
import { eraseNext } from './erase.ts'

const canary = {
  username: 'quillon.fenwick',
  displayName: 'Quillon Fenwick',
  email: 'quillon@fenwick.example',
}
const texts = ['quillon', 'fenwick']
const dayMs = 86_400_000

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let bpm: Api
let personId: string
let pseudonym: string

beforeEach(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  bpm = await apiAsService(iam.url, SCOPES.iamInternal, 'workflow')
  const made = await admin('POST', '/users', { ...canary, password, mustChangePassword: false })
  personId = String(made.body['id'])
  pseudonym = `former user ${personId.slice(-12)}`
  const place = { roles: [], post: 'fenwick-post' }
  expect((await admin('PUT', `/members/${personId}`, place)).status).toBe(200)
  const person = await apiAs(iam.url, canary.username)
  expect((await person('GET', '/me')).body['displayName']).toBe(canary.displayName)
})
afterEach(() => iam.stop())

const path = () => `/users/${personId}/erasure`
const disable = (id = personId) => admin('PUT', `/users/${id}/status`, { status: 'disabled' })
const later = (days: number) => () => new Date(Date.now() + days * dayMs)
const step = (options: { services?: string[]; days?: number; atOnce?: number } = {}) =>
  eraseNext({
    db: iam.deps.db,
    now: later(options.days ?? 8),
    log: iam.deps.log,
    erasure: { waitingMs: 0, services: options.services ?? [] },
    atOnce: options.atOnce ?? 1_000,
  })
const finish = async (options: Parameters<typeof step>[0] = {}) => {
  while ((await step(options)) > 0) continue
}
const seal = () => extendChain(iam.deps.db, { log: chainedLogs.iam, now: () => new Date() })
const verify = () => verifyService(iam.deps.db, 'iam', { stores: [], keys: [] })
const report = (id: string, state: string, more: object = {}) =>
  bpm('POST', `/internal/v1/iam/erasures/${id}/reports`, {
    service: 'bpm',
    state,
    held: [],
    kept: [],
    counts: {},
    ...more,
  })
const isHomonym = ({ username }: Record<string, unknown>) => username === 'homonym'
const turns = async () => (await bpm('GET', '/internal/v1/iam/erasures?service=bpm')).body.items

describe('the erasure of a person', () => {
  it('leaves their name in no column, and an audit that verifies', async () => {
    const entry = {
      actorKind: 'user',
      actorId: personId,
      targetKind: 'user',
      targetId: personId,
    } as const
    const entries = [{ name: 'Fenwick phone' }, { before: { external_id: 'fenwick' } }].map(
      (details) => ({ ...entry, action: 'user.changed', tenantId: acme, details }),
    )
    await insertAuditEvents(iam.deps.db, entries, new Date())
    await seal()
    await disable()
    await admin('POST', path())
    await seal()
    expect(Object.keys(await findTexts(iam.deps.db, texts))).toContain('audit_events')
    await finish()
    expect(await findTexts(iam.deps.db, texts)).toEqual({})
    await seal()
    expect(await verify()).toMatchObject({ faults: [], rows: expect.any(Number) })
    const { body } = await admin('GET', path())
    expect(body).toMatchObject({
      state: 'DONE',
      pseudonym,
      counts: { users: 1, audit_events_kept: 0 },
    })
    expect((await admin('GET', `/users/${personId}`)).body).toMatchObject({
      displayName: pseudonym,
      username: expect.stringMatching(/^erased-[0-9a-f-]{36}$/),
      email: null,
      status: 'disabled',
    })
    const audit = await admin('GET', '/audit?limit=200')
    expect(audit.body.items?.map(({ action }) => action)).toContain('erasure.done')
  })

  it('leaves what tells of others, also of the same name, and when there is no address', async () => {
    const { displayName } = canary
    const { body } = await admin('POST', '/users', {
      username: 'null',
      displayName,
      password,
      mustChangePassword: false,
    })
    const outsider = await apiAs(iam.url, 'outsider')
    const homonym = { ...canary, username: 'homonym', email: 'b@b.example', password }
    expect((await outsider('POST', '/users', homonym)).status).toBe(201)
    const id = String(
      (await outsider('GET', '/users?limit=100')).body.items?.find(isHomonym)?.['id'],
    )
    expect((await outsider('PATCH', `/users/${id}`, { email: null })).status).toBe(200)
    const answer = JSON.stringify({ id, displayName, email: null })
    await sql`insert into idempotency_keys (tenant_id, caller, key, request_hash, status, body, created_at)
      values (${acme}, ${userIds.admin}, 'of others', '\\x00', 201, ${answer}, now())`.execute(
      iam.deps.db,
    )
    personId = String(body['id'])
    await disable()
    await admin('POST', path())
    await finish()
    const { rows } = await sql`select action, target_id from audit_events
      where erased ? 'details' and target_id is distinct from ${personId}`.execute(iam.deps.db)
    expect(rows).toEqual([])
    const keys = await sql`select key from idempotency_keys where key = 'of others'`.execute(
      iam.deps.db,
    )
    expect(keys.rows).toHaveLength(1)
  })

  it('is not held up by who enables the account when it has begun', async () => {
    await disable()
    await admin('POST', path())
    expect(await step({ atOnce: 1 })).toBe(1)
    const back = await admin('PUT', `/users/${personId}/status`, { status: 'active' })
    expect([back.status, back.body.code]).toEqual([409, 'iam.user_erased'])
    await sql`update users set status = 'active' where id = ${personId}`.execute(iam.deps.db)
    await finish()
    expect((await admin('GET', path())).body).toMatchObject({ state: 'DONE' })
    expect((await admin('GET', `/users/${personId}`)).body['status']).toBe('disabled')
  })

  it('cannot be used to change anything else of the audit, or to hide a change', async () => {
    await disable()
    await admin('POST', path())
    await finish()
    await seal()
    const { rows } = await sql<{ id: string }>`
      select id from audit_events where erased ? 'details' order by id limit 1`.execute(iam.deps.db)
    const [{ id } = { id: '' }] = rows
    for (const change of [`details = '{"by": "me"}'`, `action = 'x'`]) {
      const update = `update audit_events set ${change} where id = '${id}'`
      await expect(iam.asOwner(update)).rejects.toThrow('append-only')
    }
    await iam.asOwner(`alter table audit_events disable trigger all;
      update audit_events set details = '{"by": "me"}' where id = '${id}';
      alter table audit_events enable trigger all`)
    expect((await verify()).faults).toMatchObject([{ kind: 'row_changed', row: id }])
  })

  it('is refused while the account is enabled, or others are led by it', async () => {
    const early = await admin('POST', path())
    expect([early.status, early.body.code]).toEqual([409, 'iam.user_active'])
    await disable(userIds.manager)
    const leads = await admin('POST', `/users/${userIds.manager}/erasure`)
    expect([leads.status, leads.body.code]).toEqual([409, 'iam.member_leads'])
  })

  it('waits, can be cancelled as long, and leaves the account for good', async () => {
    await disable()
    const asked = await admin('POST', path())
    expect([asked.status, asked.body['state']]).toEqual([202, 'WAITING'])
    expect(await step({ days: 6 })).toBe(0)
    expect((await admin('DELETE', path())).status).toBe(204)
    expect((await admin('DELETE', path())).status).toBe(404)
    expect(await step()).toBe(0)
    expect((await admin('POST', path())).body['id']).not.toBe(asked.body['id'])
    await finish()
    const late = await admin('DELETE', path())
    expect([late.status, late.body.code]).toEqual([409, 'iam.erasure_begun'])
    const back = await admin('PUT', `/users/${personId}/status`, { status: 'active' })
    expect([back.status, back.body.code]).toEqual([409, 'iam.user_erased'])
  })

  it('is one, asked for eight times at once and done by four', async () => {
    await disable()
    const asked = await Promise.all(Array.from({ length: 8 }, () => admin('POST', path())))
    expect(new Set(asked.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => finish({ atOnce: 3 })))
    await finish()
    const audit = await admin('GET', '/audit?limit=200')
    const actions = audit.body.items?.map(({ action }) => action) ?? []
    for (const action of ['erasure.asked', 'erasure.begun', 'erasure.done'])
      expect(actions.filter((each) => each === action)).toHaveLength(1)
  })

  it('goes on where a process was killed', async () => {
    const entries = Array.from({ length: 2_000 }, (_, index) => ({
      action: 'user.changed',
      actorKind: 'system' as const,
      tenantId: acme,
      targetKind: 'user',
      targetId: personId,
      details: { index, before: { displayName: canary.displayName } },
    }))
    await insertAuditEvents(iam.deps.db, entries, new Date())
    await seal()
    await disable()
    await admin('POST', path())
    await sql`update erasures set due_at = now()`.execute(iam.deps.db)
    const fixture = new URL('fixtures/erase.ts', import.meta.url)
    const child = spawn(process.execPath, [...programArguments(fixture), iam.databaseUrl])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect((await admin('GET', path())).body['state']).toBe('ERASING')
    await finish({ atOnce: 500 })
    expect(await findTexts(iam.deps.db, texts)).toEqual({})
    await seal()
    expect((await verify()).faults).toEqual([])
  })
})

describe('the other services', () => {
  it('hold it up, are told of it in order, and end it', async () => {
    await disable()
    const id = String((await admin('POST', path())).body['id'])
    expect(await turns()).toEqual([{ id, userId: personId, pseudonym, phase: 'prepare' }])
    expect(await step({ services: ['bpm'] })).toBe(0)
    const held = [{ code: 'open_tasks', detail: 'has tasks', count: 1, examples: ['T-1'] }]
    expect((await report(id, 'HELD', { held })).status).toBe(204)
    expect(await step({ services: ['bpm'] })).toBe(0)
    expect((await admin('GET', path())).body['services']).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ service: 'bpm', state: 'HELD', held })]),
    )
    await report(id, 'DONE')
    expect(await step({ services: ['bpm'] })).toBe(0)
    await report(id, 'READY')
    await finish({ services: ['bpm'] })
    expect(await turns()).toEqual([{ id, userId: personId, pseudonym, phase: 'erase' }])
    const kept = [{ code: 'evidence', detail: 'stays', count: 2, examples: [] }]
    await report(id, 'DONE', { counts: { tasks: 3 }, kept })
    await report(id, 'HELD')
    expect(await turns()).toEqual([])
    await finish({ services: ['bpm'] })
    expect((await admin('GET', path())).body['state']).toBe('DONE')
  })

  it('are given in turns what is held up, so that it keeps nothing else from its turn', async () => {
    const second = await admin('POST', '/users', {
      username: 'second',
      displayName: 'Second',
      password,
      mustChangePassword: false,
    })
    const ask = async (userId: string) => {
      await disable(userId)
      return String((await admin('POST', `/users/${userId}/erasure`)).body['id'])
    }
    const [first, other] = [await ask(personId), await ask(String(second.body['id']))]
    const order = async () => (await turns())?.map(({ id }) => id)
    expect(await order()).toEqual([first, other])
    const held = [{ code: 'open_tasks', detail: 'has tasks', count: 1, examples: ['T-1'] }]
    await report(first, 'HELD', { held })
    expect(await order()).toEqual([other, first])
    await report(other, 'HELD', { held })
    expect(await order()).toEqual([first, other])
  })

  it('do it again when it is asked for again, since one may have been restored', async () => {
    await disable()
    const id = String((await admin('POST', path())).body['id'])
    await report(id, 'READY')
    await finish({ services: ['bpm'] })
    await report(id, 'DONE')
    await finish({ services: ['bpm'] })
    const again = await admin('POST', path())
    expect([again.status, again.body['id'], again.body['state']]).toEqual([202, id, 'ERASING'])
    expect(await turns()).toMatchObject([{ id, phase: 'erase' }])
    await report(id, 'DONE')
    await finish({ services: ['bpm'] })
    expect((await admin('GET', path())).body['state']).toBe('DONE')
  })
})

describe('who may', () => {
  it('is no administrator of another tenant, nor of one tenant of several', async () => {
    await disable()
    const outsider = await apiAs(iam.url, 'outsider')
    for (const method of ['POST', 'GET', 'DELETE'])
      expect((await outsider(method, path())).status).toBe(404)
    const shared = await admin('POST', `/users/${userIds.both}/erasure`)
    expect([shared.status, shared.body.code]).toEqual([403, 'iam.user_shared'])
    const employee = await apiAs(iam.url, 'employee')
    expect((await employee('POST', path())).status).toBe(403)
  })
})
