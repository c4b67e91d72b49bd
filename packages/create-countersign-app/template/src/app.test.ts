import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createSender, startStandIn, type StandIn } from '@countersign/event-receiver/testing'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { buildApp } from './app.ts'
import { openDatabase, type Tables, type Trip } from './database.ts'
import { followApproval } from './events.ts'
import { bizType, eventsPath } from './platform.ts'

let platform: StandIn
let db: Kysely<Tables>
let app: FastifyInstance
const port = 31_000 + (process.pid % 1000)
const origin = `http://127.0.0.1:${port}`

before(async () => {
  platform = await startStandIn(0)
  db = openDatabase('memory://')
  const clients = { clientId: 'travel', clientSecret: 'none', spaClientId: 'travel-pages' }
  const own = { port, origin, tenantId: platform.tenantId, database: 'memory://' }
  app = await buildApp({ platformUrl: platform.trust.issuer, ...clients, ...own }, db)
  await app.listen({ port, host: '127.0.0.1' })
})
after(async () => {
  await app.close()
  await db.destroy()
  await platform.close()
})

async function storeTrip(instance_id: string | null): Promise<Trip> {
  const id = randomUUID()
  const owner = { tenant_id: platform.tenantId, owner_id: randomUUID() }
  const approval = { status: 'SUBMITTED', instance_id }
  const trip = { id, ...owner, reason: 'Trade fair', amount: 900, ...approval }
  await db.insertInto('trips').values(trip).execute()
  return trip
}

const statusOf = async (id: string) =>
  (await db.selectFrom('trips').select('status').where('id', '=', id).executeTakeFirst())?.status

void test('an event that comes twice is applied once', async () => {
  const sender = createSender(platform, origin + eventsPath, bizType)
  const { id } = await storeTrip(sender.event(1).instanceId)
  const approved = { ...sender.event(1), type: 'instance.approved' as const, bizId: id }
  assert.equal((await sender.send(approved)).status, 200)
  assert.equal(await statusOf(id), 'APPROVED')
  await db.updateTable('trips').set({ status: 'PAID' }).where('id', '=', id).execute()
  assert.equal((await sender.send(approved)).status, 200)
  assert.equal(await statusOf(id), 'PAID')
})

void test('an event that somebody else signed changes nothing', async () => {
  const sender = createSender(platform, origin + eventsPath, bizType)
  const { id } = await storeTrip(sender.event(1).instanceId)
  const approved = { ...sender.event(1), type: 'instance.approved' as const, bizId: id }
  const signature = platform.sign(approved.eventId, JSON.stringify(approved), { forged: true })
  assert.equal((await sender.send(approved, { signature })).status, 401)
  assert.equal(await statusOf(id), 'SUBMITTED')
})

void test('an approval that somebody started past us changes nothing', async () => {
  const { id } = await storeTrip(randomUUID())
  const sender = createSender(platform, origin + eventsPath, bizType)
  const approved = { ...sender.event(1), type: 'instance.approved' as const, bizId: id }
  assert.equal((await sender.send(approved)).status, 200)
  assert.equal(await statusOf(id), 'SUBMITTED')
})

void test('what came before the answer of the start counts from then on', async () => {
  const trip = await storeTrip(null)
  const sender = createSender(platform, origin + eventsPath, bizType)
  const approved = { ...sender.event(1), type: 'instance.approved' as const, bizId: trip.id }
  assert.equal((await sender.send(approved)).status, 200)
  assert.equal(await statusOf(trip.id), 'SUBMITTED')
  await followApproval(db, trip, { id: approved.instanceId, status: 'RUNNING' })
  assert.equal(await statusOf(trip.id), 'APPROVED')
})

void test('a trip whose events are forgotten is what the answer says', async () => {
  const trip = await storeTrip(null)
  await followApproval(db, trip, { id: randomUUID(), status: 'REJECTED' })
  assert.equal(await statusOf(trip.id), 'REJECTED')
})

void test('a platform that was restored to an earlier moment takes its word back', async () => {
  const sender = createSender(platform, origin + eventsPath, bizType)
  const { id } = await storeTrip(sender.event(1).instanceId)
  const approved = { ...sender.event(1), type: 'instance.approved' as const, bizId: id }
  assert.equal((await sender.send(approved)).status, 200)
  assert.equal(await statusOf(id), 'APPROVED')
  const again = { type: 'instance.restored' as const, status: 'RUNNING' as const, bizId: id }
  assert.equal((await sender.send({ ...sender.event(2), ...again })).status, 200)
  assert.equal(await statusOf(id), 'SUBMITTED')
})

void test('nobody sees trips without a token', async () => {
  assert.equal((await fetch(`${origin}/api/trips`)).status, 401)
})

void test('what no database keeps is refused', async () => {
  const claims = { sub: randomUUID(), grant_type: 'authorization_code' }
  const authorization = `Bearer ${platform.token({ clientId: 'travel-pages', claims })}`
  const post = async (path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body ?? {}) }
    return (await fetch(`${origin}/api/trips${path}`, sent)).status
  }
  assert.equal(await post('', { id: randomUUID(), reason: 'a\0b', amount: 1 }), 400)
  assert.equal(await post('/%00/approval'), 400)
  assert.equal(await post(`/${randomUUID()}/approval`), 404)
})
