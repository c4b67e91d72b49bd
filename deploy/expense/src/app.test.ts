import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { openDatabase, type Tables } from './db.ts'
import { registerEverywhere } from './register.ts'
import { startFakePlatform, type FakePlatform } from './testing/fake-platform.ts'
import { createWorkflow } from './workflow.ts'

const tenantId = randomUUID()
const employee = randomUUID()
const body = { title: 'Trade fair', reason: 'stand and travel', amount: 900.5 }

let issuer: Awaited<ReturnType<typeof createTestIssuer>>
let platform: FakePlatform
let database: TestDatabase
let db: Kysely<Tables>
let app: FastifyInstance
let config: Config

beforeAll(async () => {
  issuer = await createTestIssuer()
  platform = await startFakePlatform()
  database = await useDatabase({ migrations: new URL('../migrations/', import.meta.url) })
  config = {
    port: 0,
    host: '127.0.0.1',
    logLevel: 'silent',
    databaseUrl: database.url,
    issuerUrl: issuer.issuer,
    jwksUrl: issuer.jwksUrl,
    iamUrl: platform.url,
    bpmUrl: platform.url,
    clientId: 'expense-app',
    clientSecret: 'secret',
    tenantIds: [tenantId],
    callbackOrigin: 'http://localhost:8084',
    workflowClientId: 'workflow',
    revocationFeed: 'off',
    managementPort: undefined,
    web: {
      root: fileURLToPath(new URL('testing/web/', import.meta.url)),
      clientId: 'expense-spa',
    },
  }
  db = openDatabase(database.url, () => {})
  app = await buildApp({ config, db, workflow: createWorkflow(config) })
})

afterAll(async () => {
  await app.close()
  await db.destroy()
  await Promise.all([platform.close(), issuer.close()])
})

const tokenOf = (sub = employee, tenant = tenantId, permissions: string[] = ['expense:start']) =>
  issuer.userToken({ sub, tenantId: tenant, permissions })

const call = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  } satisfies InjectOptions)

async function create(): Promise<{ id: string; instanceId: string }> {
  const answer = await call('POST', '/api/expenses', tokenOf(), body)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

interface Sent {
  readonly sequence: number
  readonly type: string
  readonly eventId?: string
}

function deliver(
  expense: { id: string; instanceId: string },
  sent: Sent,
  over: object = {},
  receiver = 'http://localhost:8084',
) {
  const event = {
    eventId: sent.eventId ?? randomUUID(),
    sequence: sent.sequence,
    type: sent.type,
    occurredAt: new Date().toISOString(),
    tenantId,
    instanceId: expense.instanceId,
    bizType: 'expense',
    bizTypeVersion: '1',
    bizId: expense.id,
    status: 'RUNNING',
    round: 1,
    ...over,
  }
  const payload = JSON.stringify(event)
  const token = issuer.serviceToken({
    clientId: 'workflow',
    tenantId,
    scopes: ['bpm.events', `tenant:${tenantId}`],
    claims: { aud: [issuer.issuer, receiver] },
  })
  return app.inject({
    method: 'POST',
    url: '/internal/bpm-events',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...platform.signatureOf(event.eventId, payload),
    },
    payload,
  })
}

const statusOf = async (id: string) =>
  (await call('GET', `/api/expenses/${id}`, tokenOf())).json()['status']

describe('starting', () => {
  it("[BPM-08] starts with the user's own token and a key that is stored first", async () => {
    const token = tokenOf()
    const answer = await call('POST', '/api/expenses', token, body)
    const expense = answer.json()
    expect(answer.statusCode).toBe(201)
    expect(expense).toMatchObject({ ...body, status: 'RUNNING', instanceId: expect.any(String) })
    expect(platform.calls.at(-1)).toMatchObject({
      path: '/api/bpm/v1/process-instances',
      authorization: `Bearer ${token}`,
      body: {
        bizType: 'expense',
        bizId: expense.id,
        title: body.title,
        variables: { amount: 900.5, reason: body.reason },
        idempotencyKey: `expense-${expense.id}`,
      },
    })
  })

  it('[BPM-10] keeps a draft when no answer comes, and submits it again with the same key', async () => {
    platform.next('/process-instances', 'hang up')
    const draft = (await call('POST', '/api/expenses', tokenOf(), body)).json()
    expect(draft).toMatchObject({ status: 'DRAFT', instanceId: null })
    const first = platform.calls.at(-1)?.body['idempotencyKey']
    const again = await call('POST', `/api/expenses/${draft.id}/submit`, tokenOf())
    expect(again.json()).toMatchObject({ status: 'RUNNING', instanceId: expect.any(String) })
    expect(platform.calls.at(-1)?.body['idempotencyKey']).toBe(first)
  })

  it('[EVT-01] takes no event that is for another application, or about its business', async () => {
    const expense = (await call('POST', '/api/expenses', tokenOf(), body)).json()
    const approved = { sequence: 1, type: 'instance.approved' }
    const captured = await deliver(expense, approved, {}, 'http://travel.example')
    expect([captured.statusCode, captured.json().code]).toEqual([403, 'event.audience_mismatch'])
    const foreign = await deliver(expense, approved, { bizType: 'travel' })
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'event.biz_type_mismatch'])
    expect(await statusOf(expense.id)).toBe('RUNNING')
  })

  it('[BPM-18] learns what came before the answer, when it was lost and is asked for again', async () => {
    const instanceId = randomUUID()
    platform.next('/process-instances', 'hang up', { status: 200, body: { id: instanceId } })
    const draft = (await call('POST', '/api/expenses', tokenOf(), body)).json()
    const started = { id: draft.id, instanceId }
    await deliver(started, { sequence: 1, type: 'instance.started' })
    await deliver(started, { sequence: 2, type: 'instance.approved' })
    await deliver(started, { sequence: 3, type: 'instance.noted' })
    expect(await statusOf(draft.id)).toBe('DRAFT')
    const again = await call('POST', `/api/expenses/${draft.id}/submit`, tokenOf())
    expect(again.json()).toMatchObject({ status: 'APPROVED', instanceId })
  })

  it('[BPM-08] takes nothing from an approval that somebody started past it', async () => {
    const approved = { sequence: 1, type: 'instance.approved' }
    const expense = await create()
    platform.next('/process-instances', 'hang up')
    const draft = (await call('POST', '/api/expenses', tokenOf(), body)).json()
    for (const { id } of [expense, draft]) {
      const invented = await deliver({ id, instanceId: randomUUID() }, approved)
      expect(invented.json()).toEqual({ result: 'applied' })
    }
    expect(await statusOf(expense.id)).toBe('RUNNING')
    expect(await statusOf(draft.id)).toBe('DRAFT')
    const again = await call('POST', `/api/expenses/${draft.id}/submit`, tokenOf())
    expect(again.json()).toMatchObject({ status: 'RUNNING' })
    expect((await deliver(expense, approved)).statusCode).toBe(200)
    expect(await statusOf(expense.id)).toBe('APPROVED')
  })

  it('passes a refusal on in the words of the platform', async () => {
    const problem = { code: 'bpm.initiate_forbidden', title: 'No', status: 403 }
    platform.next('/process-instances', { status: 403, body: problem })
    const answer = await call('POST', '/api/expenses', tokenOf(), body)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject(problem)
  })

  it.each([
    [{ ...body, amount: '900' }, '/amount'],
    [{ ...body, amount: 0 }, '/amount'],
    [{ ...body, amount: 0.001 }, '/amount'],
    [{ ...body, title: 'a\0b' }, '/title'],
    [{ ...body, reason: 'a\ud800b' }, '/reason'],
    [{ ...body, id: `urn:uuid:${tenantId}` }, '/id'],
    [{ ...body, approvers: [`urn:uuid:${employee}`] }, '/approvers/0'],
    [
      { ...body, attachments: [{ documentId: tenantId, versionId: tenantId, name: 'a\0b' }] },
      '/attachments/0/name',
    ],
    [{ ...body, tenantId }, '/tenantId'],
    [{ title: 'x' }, ''],
  ])('answers %o with 400 and the place of the fault', async (wrong, pointer) => {
    const answer = await call('POST', '/api/expenses', tokenOf(), wrong)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })
})

it.each([
  ['GET', `/api/expenses?cursor=urn:uuid:${tenantId}`, '/cursor'],
  ['GET', `/api/expenses/urn:uuid:${tenantId}`, '/id'],
  ['POST', `/api/expenses/urn:uuid:${tenantId}/submit`, '/id'],
] as const)(
  'answers %s %s with 400, as ids that no database keeps',
  async (method, url, pointer) => {
    const answer = await call(method, url, tokenOf())
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
  },
)

describe('creating', () => {
  it('[BPM-10] is one expense and one approval for one id, also when it is asked for at once', async () => {
    const id = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', '/api/expenses', tokenOf(), { ...body, id })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map((reply) => reply.json().instanceId)).size).toBe(1)
    const foreign = await call('POST', '/api/expenses', tokenOf(randomUUID()), { ...body, id })
    expect(foreign.statusCode).toBe(404)
  })
})

it('[BPM-10] says that other values went on under an id, when the answer to those was lost', async () => {
  const id = randomUUID()
  const post = (over: object) => call('POST', '/api/expenses', tokenOf(), { ...body, id, ...over })
  const first = await post({ amount: 5000.005 })
  const corrected = await post({ amount: 500 })
  expect([corrected.statusCode, corrected.json().code]).toEqual([409, 'expense.submitted_before'])
  const again = await post({ amount: 5000.005 })
  expect([again.statusCode, again.json().instanceId]).toEqual([201, first.json().instanceId])
  const row = await call('GET', `/api/expenses/${id}`, tokenOf())
  expect(row.json().amount).toBe(5000.01)
})

describe('attachments', () => {
  const attachment = { documentId: randomUUID(), versionId: randomUUID(), name: 'offer.pdf' }
  const post = (attachments: unknown) =>
    call('POST', '/api/expenses', tokenOf(), { ...body, attachments })

  it('are references to documents, kept with the expense and given back', async () => {
    const created = await post([attachment])
    expect(created.statusCode).toBe(201)
    const { id } = created.json()
    const read = await call('GET', `/api/expenses/${id}`, tokenOf())
    expect(read.json().attachments).toEqual([attachment])
  })

  it('are refused when they are anything else', async () => {
    const { name: _, ...nameless } = attachment
    for (const wrong of [[nameless], [{ ...attachment, versionId: 'v1' }], 'offer.pdf']) {
      const answer = await post(wrong)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'expense.invalid_request'])
    }
  })
})

describe('who may see it', () => {
  it('[GEN-03] [GEN-06] is 404 for another user and another tenant, visible with expense:read', async () => {
    const { id } = await create()
    const seen = async (token: string) =>
      (await call('GET', `/api/expenses/${id}`, token)).statusCode
    expect(await seen(tokenOf())).toBe(200)
    expect(await seen(tokenOf(randomUUID()))).toBe(404)
    expect(await seen(tokenOf(randomUUID(), tenantId, ['expense:read']))).toBe(200)
    expect(await seen(tokenOf(employee, randomUUID(), ['expense:read']))).toBe(404)
    const mine = await call('GET', '/api/expenses', tokenOf())
    expect(mine.json().items.map((item: { id: string }) => item.id)).toContain(id)
    const others = await call('GET', '/api/expenses', tokenOf(randomUUID()))
    expect(others.json().items).toEqual([])
  })

  it('lists all, a page at a time', async () => {
    const sub = randomUUID()
    const made = Array.from({ length: 105 }, () => randomUUID())
    for (const id of made) await call('POST', '/api/expenses', tokenOf(sub), { ...body, id })
    const first = (await call('GET', '/api/expenses', tokenOf(sub))).json()
    const at = `/api/expenses?cursor=${first.nextCursor}`
    const second = (await call('GET', at, tokenOf(sub))).json()
    const ids = [...first.items, ...second.items].map((item: { id: string }) => item.id)
    expect(ids.toSorted()).toEqual(made.toSorted())
    expect([first.items.length, second.nextCursor]).toEqual([100, null])
  })

  it('lists the newest first, whatever the ids that pages have chosen', async () => {
    const sub = randomUUID()
    const made = [randomUUID(), randomUUID(), randomUUID()]
    for (const [day, id] of made.entries()) {
      const answer = await call('POST', '/api/expenses', tokenOf(sub), { ...body, id })
      expect(answer.statusCode).toBe(201)
      const created_at = new Date(Date.UTC(2026, 0, 1 + day))
      const change = db
        .updateTable('expenses')
        .set({ created_at })
        .where('tenant_id', '=', tenantId)
      await change.where('id', '=', id).execute()
    }
    const listed = (await call('GET', '/api/expenses', tokenOf(sub))).json()
    const ids = listed.items.map((item: { id: string }) => item.id)
    expect(ids).toEqual(made.toReversed())
  })

  it('[AUTH-07] [GEN-04] leaves only health and the pages open', async () => {
    expect((await app.inject('/actuator/health')).json()).toEqual({ status: 'UP' })
    expect((await app.inject('/')).statusCode).toBe(200)
    expect((await app.inject('/settings.json')).json()).toEqual({
      issuer: issuer.issuer,
      clientId: 'expense-spa',
    })
    expect((await app.inject('/api/expenses')).statusCode).toBe(401)
    const service = issuer.serviceToken({ clientId: 'x', tenantId, scopes: [] })
    const refused = await call('GET', '/api/expenses', service)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.user_required'])
    expect((await app.inject({ method: 'POST', url: '/internal/bpm-events' })).statusCode).toBe(401)
  })
})

describe('return and resubmit', () => {
  it('[BPM-14] changes its row, then the variables as owner, then resubmits as the user', async () => {
    const expense = await create()
    await deliver(expense, { sequence: 1, type: 'instance.started' })
    await deliver(expense, { sequence: 2, type: 'instance.returned' })
    const before = platform.calls.length
    const token = tokenOf()
    const answer = await call('POST', `/api/expenses/${expense.id}/resubmit`, token, {
      amount: 2500,
    })
    expect(answer.json()).toMatchObject({ status: 'RUNNING', amount: 2500, reason: body.reason })
    const variables = { amount: 2500, reason: body.reason }
    const [read, first, second, third] = platform.calls.slice(before)
    expect(read).toMatchObject({
      method: 'GET',
      path: `/api/bpm/v1/process-instances/${expense.instanceId}`,
    })
    expect(first).toMatchObject({
      path: '/oauth2/token',
      body: { scope: `bpm.instance.write tenant:${tenantId}` },
    })
    expect(second).toMatchObject({
      method: 'PATCH',
      path: `/internal/v1/bpm/process-instances/${expense.instanceId}/variables`,
      authorization: expect.stringMatching(/^Bearer service-/),
      body: variables,
    })
    expect(third).toMatchObject({
      path: `/api/bpm/v1/process-instances/${expense.instanceId}/resubmit`,
      authorization: `Bearer ${token}`,
      body: variables,
    })
  })

  it('[BPM-14] carries on after a failure in the middle, also when only the answer was lost', async () => {
    const expense = await create()
    await deliver(expense, { sequence: 1, type: 'instance.returned' })
    const path = `/api/expenses/${expense.id}/resubmit`
    platform.next('/resubmit', 'hang up', { status: 409, body: { code: 'bpm.not_returned' } })
    const failed = await call('POST', path, tokenOf(), { reason: 'more' })
    expect([failed.statusCode, failed.json().code]).toEqual([503, 'expense.unknown_result'])
    expect(await statusOf(expense.id)).toBe('CORRECTING')
    const again = await call('POST', path, tokenOf(), {})
    expect([again.statusCode, again.json().code]).toEqual([409, 'bpm.not_returned'])
    const variables = { ...body, reason: 'more' }
    const moved = { status: 'RUNNING', revision: 9, variables }
    platform.next(`/${expense.instanceId}`, { status: 200, body: moved })
    const known = await call('POST', path, tokenOf(), {})
    expect(known.json()).toMatchObject({ status: 'RUNNING', reason: 'more' })
  })

  it('[BPM-15] is for a returned expense and its owner alone', async () => {
    const expense = await create()
    const path = `/api/expenses/${expense.id}/resubmit`
    const early = await call('POST', path, tokenOf(), {})
    expect([early.statusCode, early.json().code]).toEqual([409, 'expense.not_returned'])
    const other = tokenOf(randomUUID(), tenantId, ['expense:read'])
    const refused = await call('POST', path, other, {})
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'expense.owner_only'])
  })
})

describe('events', () => {
  it('[EVT-02] [EVT-03] applies each once and in order, and shows what came in', async () => {
    const expense = await create()
    const started = { sequence: 1, type: 'instance.started', eventId: randomUUID() }
    const approved = { sequence: 2, type: 'instance.approved', eventId: randomUUID() }
    const gap = await deliver(expense, approved)
    expect([gap.statusCode, gap.json()]).toEqual([409, { expected: 1 }])
    expect(await statusOf(expense.id)).toBe('RUNNING')
    await Promise.all([1, 2, 3, 4].map(() => deliver(expense, started)))
    await Promise.all([1, 2, 3, 4].map(() => deliver(expense, approved)))
    expect(await statusOf(expense.id)).toBe('APPROVED')
    const events = await call('GET', `/api/expenses/${expense.id}/events`, tokenOf())
    expect(events.json().items).toMatchObject([started, approved])
    expect(events.json().items).toHaveLength(2)
  })

  it('[EVT-04] does not acknowledge what did not commit', async () => {
    const expense = await create()
    const event = { sequence: 1, type: 'instance.approved', eventId: randomUUID() }
    await database.asOwner(`alter table expenses add constraint none_approved
      check (status <> 'APPROVED') not valid`)
    expect((await deliver(expense, event)).statusCode).toBe(500)
    expect(await statusOf(expense.id)).toBe('RUNNING')
    await database.asOwner('alter table expenses drop constraint none_approved')
    expect((await deliver(expense, event)).json()).toEqual({ result: 'applied' })
    expect(await statusOf(expense.id)).toBe('APPROVED')
  })

  it('acknowledges events about documents that are not its own', async () => {
    for (const bizId of ['E-1', randomUUID()]) {
      const stranger = { id: bizId, instanceId: randomUUID() }
      const answer = await deliver(stranger, { sequence: 1, type: 'instance.started' })
      expect(answer.statusCode).toBe(200)
    }
  })
})

describe('registration', () => {
  it('[BPM-01] [BPM-06] declares its business type, trying until the platform takes it', async () => {
    platform.next('/biz-types', 'hang up', { status: 503 })
    const before = platform.calls.length
    await registerEverywhere({
      workflow: createWorkflow(config),
      tenantIds: [tenantId],
      log: app.log,
      signal: AbortSignal.timeout(60_000),
    })
    const sent = platform.calls.slice(before).filter(({ path }) => path.endsWith('/biz-types'))
    expect(sent).toHaveLength(3)
    expect(sent.at(-1)?.body).toMatchObject({
      code: 'expense',
      callback: {
        origin: 'http://localhost:8084',
        path: '/internal/bpm-events',
        maxEventsPerRequest: 20,
      },
      initiatePermission: 'expense:start',
    })
  })

  it('[BPM-01] declares it in the other tenants while one of them is refused', async () => {
    const [refused, other] = [randomUUID(), randomUUID()]
    const stop = new AbortController()
    const { register } = createWorkflow(config)
    const registered = new Set<string>()
    const registering = registerEverywhere({
      workflow: {
        async register(id) {
          if (id === refused) throw new Error('no such tenant')
          await register(id)
          registered.add(id)
        },
      },
      tenantIds: [refused, other, tenantId],
      log: app.log,
      signal: stop.signal,
    })
    await expect.poll(() => [...registered].toSorted()).toEqual([other, tenantId].toSorted())
    stop.abort()
    await registering
  })

  it('takes the tenants as people write them in a list', () => {
    const named = { DATABASE_URL: 'd', CLIENT_ID: 'c', CLIENT_SECRET: 's', WORKFLOW_CLIENT_ID: 'w' }
    const { tenantIds } = readConfig({ ...named, ISSUER_URL: 'i', TENANT_IDS: 'a, b ,c,' })
    expect(tenantIds).toEqual(['a', 'b', 'c'])
  })

  it('stops trying when the application stops', async () => {
    platform.next('/biz-types', ...Array.from({ length: 9 }, () => 'hang up' as const))
    const stop = new AbortController()
    const registering = registerEverywhere({
      workflow: createWorkflow(config),
      tenantIds: [tenantId],
      log: app.log,
      signal: stop.signal,
    })
    stop.abort()
    const before = platform.calls.length
    await registering
    // What was under way ends; eight more tries would follow it.
    expect(platform.calls.length - before).toBeLessThan(3)
  })
})
