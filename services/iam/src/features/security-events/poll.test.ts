import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs, apiAsService, apiWith } from '../../testing/api.ts'
import { receiveFeed } from '../../testing/feed.ts'
import { startFreshIam, startSecondProcess } from '../../testing/start.ts'
import { acme, globex, world } from '../../testing/world.ts'
import { deleteOldSecurityEvents } from './queries.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())
beforeEach(async () => {
  await iam.deps.db.deleteFrom('security_events').execute()
})

let count = 0
/** Revokes tokens of a tenant, and answers their jti in that order. */
async function revoke(howMany: number, tenantId: string | null = acme): Promise<string[]> {
  const ids = Array.from({ length: howMany }, () => `token-${++count}`)
  for (const jti of ids) {
    await iam.deps.db
      .insertInto('revoked_tokens')
      .values({ jti, tenant_id: tenantId, expires_at: new Date(Date.now() + 600_000) })
      .execute()
    await receiver.poll({ maxEvents: 0 })
  }
  return ids
}
let receiver: Awaited<ReturnType<typeof receiveFeed>>
beforeEach(async () => {
  receiver = await receiveFeed(iam.url)
})

const idsOf = ({ received }: Awaited<ReturnType<typeof receiver.poll>>) =>
  received.map(({ subject }) => subject['id'])

describe('polling for security events', () => {
  it('sends again what was not acknowledged, in its order', async () => {
    const [a, b, c, d] = await revoke(4)
    const first = await receiver.poll()
    expect(idsOf(first)).toEqual([a, b, c, d])
    expect(idsOf(await receiver.poll())).toEqual([a, b, c, d])
    const [ofA, ofB, , ofD] = first.received.map(({ jti }) => jti)
    expect(idsOf(await receiver.poll({ ack: [ofB, ofD] }))).toEqual([a, c])
    expect(idsOf(await receiver.poll({ ack: [ofB] }))).toEqual([a, c])
    expect(idsOf(await receiver.poll({ ack: [ofA] }))).toEqual([c])
    const [e] = await revoke(1)
    expect(idsOf(await receiver.poll())).toEqual([c, e])
  })

  it('does not send again what a receiver reports an error about', async () => {
    const [, b] = await revoke(2)
    const { received } = await receiver.poll()
    const setErrs = { [received[0]?.jti ?? '']: { err: 'invalid_key', description: 'no' } }
    expect(idsOf(await receiver.poll({ setErrs }))).toEqual([b])
  })

  it('gives no more than is asked for, and says that there is more', async () => {
    const [a, b, c] = await revoke(3)
    const first = await receiver.poll({ maxEvents: 2 })
    expect([idsOf(first), first.moreAvailable]).toEqual([[a, b], true])
    const ack = first.received.map(({ jti }) => jti)
    expect(await receiver.poll({ maxEvents: 0, ack })).toEqual({
      received: [],
      moreAvailable: true,
    })
    const last = await receiver.poll({ maxEvents: 2 })
    expect([idsOf(last), last.moreAvailable]).toEqual([[c], false])
    await revoke(101)
    const full = await receiver.poll({ maxEvents: 1_000 })
    expect([full.received.length, full.moreAvailable]).toEqual([100, true])
  })

  it('keeps the streams of several processes of one client apart', async () => {
    const [a] = await revoke(1)
    const { received } = await receiver.poll()
    const other = await receiveFeed(iam.url)
    // What is acknowledged for another stream, or was never sent, is acknowledged nowhere.
    const foreign = received.map(({ jti }) => jti)
    expect(idsOf(await other.poll({ ack: [...foreign, 'x', '1.x', '999999.y'] }))).toEqual([a])
    const stream = other.path.split('/').at(-1)
    await other.poll({ ack: [`999999999.${stream}`] })
    const [b] = await revoke(1)
    expect(idsOf(await other.poll())).toEqual([a, b])
  })

  it('waits for an event, and answers within the five seconds that are promised, on another process too', async () => {
    const second = await startSecondProcess(iam)
    const there = apiWith(second.url, undefined)
    expect((await there('POST', receiver.path, {})).status).toBe(401)
    const waiting = receiver.api('POST', receiver.path, {})
    const silent = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 700))])
    expect(silent).toBeUndefined()
    const at = performance.now()
    await second.deps.db
      .insertInto('revoked_tokens')
      .values({ jti: 'now', tenant_id: acme, expires_at: new Date(Date.now() + 600_000) })
      .execute()
    const { body } = await waiting
    expect(Object.keys(body['sets'] as object)).toHaveLength(1)
    expect(performance.now() - at).toBeLessThan(5_000)
  })

  it('is for services with the scope', async () => {
    const { path } = receiver
    const status = async (api: typeof receiver.api) => (await api('POST', path, {})).status
    expect(await status(apiWith(iam.url, undefined))).toBe(401)
    expect(await status(await apiAs(iam.url, 'admin'))).toBe(403)
    expect(await status(await apiAsService(iam.url, 'iam.internal'))).toBe(403)
    const wrong = path.replace(/[^/]+$/, 'stream')
    expect((await receiver.api('POST', wrong, {})).status).toBe(400)
    expect((await receiver.api('POST', path, { maxEvents: -1 })).status).toBe(400)
  })

  it('ends for a client that was disabled', async () => {
    const set = (status: 'active' | 'disabled') =>
      iam.deps.db
        .updateTable('clients')
        .set({ status })
        .where('client_id', '=', 'workflow')
        .execute()
    await set('disabled')
    const { status, body } = await receiver.api('POST', receiver.path, { returnImmediately: true })
    await set('active')
    expect([status, body['reason'] ?? body.code]).toEqual([401, expect.any(String)])
  })

  it('shows the client of one tenant nothing of another', async () => {
    const [own] = await revoke(1)
    await revoke(1, globex)
    await revoke(1, null)
    const ofAcme = await receiveFeed(iam.url, { clientId: 'expense-app' })
    expect(idsOf(await ofAcme.poll())).toEqual([own])
    expect((await receiver.poll()).received).toHaveLength(3)
  })

  it('forgets what is older than any token, and lets a forgotten stream begin again', async () => {
    const { db } = iam.deps
    const [old, kept] = await revoke(2)
    const { received } = await receiver.poll()
    await receiver.poll({ ack: received.map(({ jti }) => jti) })
    await db.deleteFrom('security_events').where('subject', '=', String(old)).execute()
    await db
      .insertInto('security_events')
      .values({
        kind: 'token',
        tenant_id: acme,
        subject: String(old),
        reason: 'token_revoked',
        occurred_at: new Date(Date.now() - 901_000),
      })
      .execute()
    await db
      .updateTable('security_event_streams')
      .set({ polled_at: new Date(Date.now() - 901_000) })
      .execute()
    expect(await deleteOldSecurityEvents(db)).toBe(0)
    expect(idsOf(await receiver.poll())).toEqual([kept])
  })

  it('lets nobody change what was told', async () => {
    await revoke(1)
    const { db } = iam.deps
    await expect(
      db.updateTable('security_events').set({ subject: 'another' }).execute(),
    ).rejects.toThrow('append-only')
    await expect(db.updateTable('security_events').set({ position: 1 }).execute()).rejects.toThrow(
      'append-only',
    )
  })
})
