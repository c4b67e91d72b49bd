import { onTestFinished, beforeEach, describe, expect, it } from 'vitest'
import { createRevocations, createVerifier } from '@countersign/auth-verifier'
import { createTestProofKey } from '@countersign/auth-verifier/testing'
import { findFreePort } from '@countersign/test-kit/ports'
import { sql } from 'kysely'
import { buildApp } from '../../app.ts'
import { act, instancesPath, start, tasksPath, taskOf } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { createAudience } from './audience.ts'
import { createInboxHub } from './hub.ts'
import { createEventStream } from './stream.ts'
import { createTeller } from './teller.ts'
import { countReads } from './testing/count-reads.ts'
import { failOnce } from './testing/fail-once.ts'
import { openStream, type TestStream } from './testing/test-stream.ts'

const service = useService()
const waiting = { timeout: 60_000, interval: 20 }
let tenant: TestTenant
let origin: string

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  origin = await listen()
})

/** The service again, on a port of its own: a stream is nothing that can be injected. */
async function listen(): Promise<string> {
  const { deps, issuer } = service()
  const app = await buildApp(deps, { version: '0', verifier: createVerifier(issuer) })
  onTestFinished(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function watch(
  username: string,
  more: { lastEventId?: string; expiresInSeconds?: number; at?: string } = {},
): Promise<TestStream> {
  const { lastEventId, at = origin, ...token } = more
  const { issuer } = service()
  const bearer = issuer.userToken({
    sub: tenant.person(username).id,
    tenantId: tenant.id,
    ...token,
  })
  const stream = await openStream(at, bearer, { lastEventId })
  onTestFinished(stream.close)
  return stream
}

const isGood = async () => true

const sizes = (stream: TestStream) => stream.inbox.at(-1)?.counts

describe('the stream of an inbox', () => {
  it('begins with the counts, and tells what comes and what goes', async () => {
    const [manager, finance, employee] = [
      await watch('manager'),
      await watch('finance1'),
      await watch('employee'),
    ]
    const empty = { todo: 0, waiting: 0, done: 0, cc: 0, overdue: 0, cap: 999 }
    await expect.poll(() => sizes(manager), waiting).toEqual(empty)
    expect(manager.inbox[0]).toMatchObject({ changes: [], complete: true })

    const instance = await start(tenant)
    await expect.poll(() => sizes(manager), waiting).toMatchObject({ todo: 1, done: 0 })
    const taskNo = await taskOf(tenant, 'manager', instance)
    expect(manager.inbox.at(-1)).toMatchObject({
      changes: [{ taskNo, instanceId: instance.id, box: 'todo' }],
      complete: true,
    })

    await act(tenant, 'manager', instance, 'approve')
    await expect.poll(() => sizes(manager), waiting).toMatchObject({ todo: 0, done: 1 })
    await expect.poll(() => sizes(finance), waiting).toMatchObject({ todo: 1 })

    await tenant.as('employee').post(`${instancesPath}/${instance.id}/withdraw`, {})
    await expect.poll(() => sizes(finance), waiting).toMatchObject({ todo: 0, done: 0 })
    expect(finance.inbox.at(-1)?.changes).toMatchObject([{ box: 'past' }])
    // Nobody hears of what is not theirs.
    expect(employee.inbox).toHaveLength(1)
  })

  it('tells each of several processes, and each window', async () => {
    const streams = [
      await watch('manager'),
      await watch('manager'),
      await watch('manager', { at: await listen() }),
    ]
    await start(tenant)
    for (const stream of streams) {
      await expect.poll(() => sizes(stream), waiting).toMatchObject({ todo: 1 })
    }
  })

  it('[GEN-03] says nothing of another tenant, where the same person may be too', async () => {
    const { issuer } = service()
    const other = await createTenant(service())
    const { id: sub } = tenant.person('manager')
    const foreign = await openStream(origin, issuer.userToken({ sub, tenantId: other.id }))
    onTestFinished(foreign.close)
    const own = await watch('manager')
    await start(tenant)
    await expect.poll(() => sizes(own), waiting).toMatchObject({ todo: 1 })
    expect(foreign.inbox).toMatchObject([{ counts: { todo: 0 }, changes: [] }])
  })

  it('tells of a reminder', async () => {
    const instance = await start(tenant)
    const manager = await watch('manager')
    await expect.poll(() => manager.inbox.length, waiting).toBe(1)
    await tenant.as('employee').post(`${instancesPath}/${instance.id}/remind`, {})
    await expect.poll(() => manager.inbox.at(-1)?.changes, waiting).toMatchObject([{ box: 'todo' }])
  })

  it('goes on where it broke off', async () => {
    const first = await watch('manager')
    await expect.poll(() => first.inbox.length, waiting).toBe(1)
    const { lastId } = first
    first.close()
    const instance = await start(tenant)

    const again = await watch('manager', { lastEventId: lastId() })

    await expect.poll(() => again.inbox.length, waiting).toBe(1)
    expect(again.inbox[0]).toMatchObject({
      counts: { todo: 1 },
      changes: [{ instanceId: instance.id, box: 'todo' }],
      complete: true,
    })
  })

  it.each(['nonsense', '99999999999:99999999999:', '7:3:'])(
    'says that it cannot know what changed since %s',
    async (lastEventId) => {
      const stream = await watch('manager', { lastEventId })
      await expect.poll(() => stream.inbox[0], waiting).toMatchObject({ complete: false })
    },
  )

  it('finds what a transaction commits after later ones', async () => {
    const instance = await start(tenant)
    const { db } = service().deps
    const manager = await watch('manager')
    await expect.poll(() => manager.inbox.length, waiting).toBe(1)
    const { id: managerId } = tenant.person('manager')
    const open = await db.startTransaction().execute()
    await sql`update inbox_entries set changed = pg_current_xact_id()
      where user_id = ${managerId} and instance_id = ${instance.id}`.execute(open)

    const later = await start(tenant)
    await expect.poll(() => sizes(manager), waiting).toMatchObject({ todo: 2 })
    expect(manager.inbox.at(-1)?.changes).toMatchObject([{ instanceId: later.id }])
    const before = manager.inbox.length
    await open.commit().execute()

    await expect.poll(() => manager.inbox.length, waiting).toBe(before + 1)
    expect(manager.inbox.at(-1)?.changes).toMatchObject([{ instanceId: instance.id }])
  })

  it('ends with the token, and says so', async () => {
    // Long enough to be let in on a slow machine.
    const stream = await watch('manager', { expiresInSeconds: 8 })
    await expect.poll(() => stream.ended(), waiting).toBe(true)
    expect(stream.end()).toEqual({ reason: 'token_expired' })
  })

  it('ends when the token is revoked, and says so', async () => {
    const { deps, issuer } = service()
    const revocations = createRevocations()
    const verifier = createVerifier({ ...issuer, revocations })
    const app = await buildApp(deps, { version: '0', verifier })
    onTestFinished(() => app.close())
    const at = await app.listen({ port: 0, host: '127.0.0.1' })
    const [manager, finance] = [await watch('manager', { at }), await watch('finance1', { at })]
    await expect.poll(() => manager.inbox.length, waiting).toBe(1)
    const revokedAt = performance.now()
    revocations.apply({
      kind: 'subject',
      id: tenant.person('manager').id,
      tenantId: tenant.id,
      notBefore: Date.now() / 1000 + 1,
    })
    await expect.poll(() => manager.end(), waiting).toEqual({ reason: 'token_revoked' })
    expect(performance.now() - revokedAt).toBeLessThan(5_000)
    expect(finance.ended()).toBe(false)
  })

  it('goes on with a token that is bound to a key, whose proof came with the request alone', async () => {
    const { deps, issuer } = service()
    const port = await findFreePort()
    const at = `http://127.0.0.1:${port}`
    const revocations = createRevocations()
    const verifier = createVerifier({ ...issuer, revocations, publicOrigins: [at] })
    const app = await buildApp(deps, { version: '0', verifier })
    onTestFinished(() => app.close())
    await app.listen({ port, host: '127.0.0.1' })
    const key = await createTestProofKey()
    const { id: sub } = tenant.person('manager')
    const claims = { cnf: { jkt: key.jkt } }
    const token = issuer.userToken({ sub, tenantId: tenant.id, claims })
    const stream = await openStream(at, token, { key })
    onTestFinished(stream.close)
    expect(stream.status).toBe(200)
    // Longer than from one look at the token to the next.
    await sql`select pg_sleep(2.5)`.execute(deps.db)
    expect(stream.ended()).toBe(false)
    revocations.apply({
      kind: 'subject',
      id: sub,
      tenantId: tenant.id,
      notBefore: Date.now() / 1000 + 1,
    })
    await expect.poll(() => stream.end(), waiting).toEqual({ reason: 'token_revoked' })
  })

  it('ends at once when the process stops', async () => {
    const { deps, issuer } = service()
    const app = await buildApp(deps, { version: '0', verifier: createVerifier(issuer) })
    const stream = await watch('manager', { at: await app.listen({ port: 0, host: '127.0.0.1' }) })
    await expect.poll(() => stream.inbox.length, waiting).toBe(1)
    await app.close()
    await expect.poll(() => stream.end(), waiting).toEqual({ reason: 'draining' })
  })

  it('is for users with a token, six at a time', async () => {
    expect((await openStream(origin, 'no-token')).status).toBe(401)
    expect((await tenant.application.get('/api/bpm/v1/inbox/stream')).status).toBe(403)
    const streams = await Promise.all(Array.from({ length: 6 }, () => watch('manager')))
    const seventh = await watch('manager')
    expect([seventh.status, seventh.problem()]).toMatchObject([
      429,
      { code: 'bpm.too_many_streams' },
    ])
    streams[0]?.close()
    await expect.poll(async () => (await watch('manager')).status, waiting).toBe(200)
  })
})

describe('the looking for changes', () => {
  it('asks once for everybody, and nothing while nobody is connected', async () => {
    const { deps } = service()
    const { db, reads } = countReads(deps.db)
    const hub = createInboxHub({ ...deps, db }, { pollMs: 10 })
    onTestFinished(hub.close)
    expect(reads()).toBe(0)
    const until = new Date(Date.now() + 60_000)
    const people = ['manager', 'finance1', 'finance2'].map((name) => tenant.person(name).id)
    const streams = await Promise.all(
      people.map((userId) =>
        hub.open({
          tenantId: tenant.id,
          userId,
          until,
          isGood,
          lastEventId: undefined,
          follow: undefined,
        }),
      ),
    )
    const before = reads()
    await expect.poll(reads, waiting).toBeGreaterThan(before + 10)
    for (const stream of streams) stream.destroy()
    // The look that is under way ends; then all is quiet.
    await expect
      .poll(async () => {
        const now = reads()
        await sql`select pg_sleep(0.1)`.execute(deps.db)
        return reads() - now
      }, waiting)
      .toBe(0)
  })

  it('tells with the next look what a failing database kept from being told', async () => {
    const { deps } = service()
    const hiccup = failOnce(deps.db)
    const audience = createAudience({ streams: 10, streamsPerUser: 6 })
    const teller = createTeller({ ...deps, db: hiccup.db }, audience)
    const watcher = audience.admit({ tenantId: tenant.id, userId: tenant.person('manager').id })
    const stream = createEventStream(() => undefined)
    audience.join(watcher, stream)
    const told: string[] = []
    stream.readable.on('data', (text: Buffer) => told.push(text.toString()))
    await teller.greet(watcher, stream, undefined)
    const instance = await start(tenant)

    hiccup.failAfter(1)
    await expect(teller.tellChanges()).rejects.toThrow('a hiccup')
    await teller.tellChanges()

    await expect.poll(() => told.join(''), waiting).toContain(instance.id)
  })

  it('lets a client go that takes nothing', async () => {
    const { deps } = service()
    const hub = createInboxHub(deps, { pollMs: 10, heartbeatMs: 1 })
    onTestFinished(hub.close)
    const stream = await hub.open({
      tenantId: tenant.id,
      userId: tenant.person('manager').id,
      until: new Date(Date.now() + 60_000),
      isGood,
      lastEventId: undefined,
      follow: undefined,
    })
    await expect.poll(() => stream.destroyed, { timeout: 60_000, interval: 50 }).toBe(true)
  })
})

it('says nothing of it in the list, which people read as before', async () => {
  await start(tenant)
  const { body } = await tenant.as('manager').get<{ items: object[] }>(tasksPath)
  expect(Object.keys(body.items[0] ?? {})).not.toContain('changed')
})
