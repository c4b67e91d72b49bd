import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { start } from '../../testing/approvals.testing.ts'
import { parallelProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { recordResults } from '../deliveries/dispatch/result-queries.ts'
import { findIncident } from './queries.ts'
import { endIncident } from './resolve.ts'

const service = useService()
const ROUNDS = 60
const EVENTS = 1000
let tenant: TestTenant
let instanceId: string

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, parallelProcess)
  instanceId = (await start(tenant)).id
  await sql`update delivery_lanes set last_sequence = ${EVENTS}
    where tenant_id = ${tenant.id} and instance_id = ${instanceId}`.execute(service().deps.db)
})

/** A lane that was given up, is sent again, and is held by a dispatcher now. */
async function heldLane() {
  const { db } = service().deps
  await sql`update delivery_lanes set blocked_at = now(), due_at = null, next_sequence = 1
    where tenant_id = ${tenant.id} and instance_id = ${instanceId}`.execute(db)
  const { rows } = await sql<{ leaseId: string; incidentId: string }>`
    update delivery_lanes set blocked_at = null, due_at = now() + interval '1 minute',
      lease_id = gen_random_uuid()
    where tenant_id = ${tenant.id} and instance_id = ${instanceId}
    returning lease_id as "leaseId", incident_id as "incidentId"`.execute(db)
  const [lane] = rows
  if (lane === undefined) throw new Error('there is no lane')
  return lane
}

/** The receiver has taken the event. */
const giveBack = (leaseId: string) =>
  recordResults(service().deps.db, [
    {
      lane: { tenantId: tenant.id, instanceId, leaseId },
      progress: { nextSequence: 2, acknowledgedSequence: 1, attempts: 0, failingForMs: 0 },
      advanced: true,
      blocked: false,
      delayMs: 60_000,
      attempts: [],
    },
  ])

/** In one try: a transaction that began again after a deadlock would hide it. */
const resolve = (incidentId: string) =>
  service()
    .deps.db.transaction()
    .execute(async (tx) => {
      const found = await findIncident(tx, { tenantId: tenant.id }, incidentId)
      if (found === undefined) throw new Error('there is no incident')
      const actor = { kind: 'user', id: 'admin', name: 'Admin' } as const
      const ended = { how: 'manual', actor, reason: 'Seen', at: new Date() } as const
      return endIncident(tx, tenant.id, found, ended)
    })

it('is resolved while its receiver takes the event, and neither waits for the other', async () => {
  const seen = { manual: 0, gone: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const { leaseId, incidentId } = await heldLane()
    const pause = new Promise((done) => setTimeout(done, (round % 12) / 2))

    const [resolved, given] = await Promise.allSettled([
      resolve(incidentId),
      pause.then(() => giveBack(leaseId)),
    ])

    expect([resolved.status, given]).toEqual([
      'fulfilled',
      { status: 'fulfilled', value: [instanceId] },
    ])
    const { rows } = await sql<{ resolution: 'manual' | 'gone' }>`
      select resolution from incidents
      where tenant_id = ${tenant.id} and id = ${incidentId}`.execute(service().deps.db)
    const how = rows[0]?.resolution ?? 'gone'
    expect(resolved).toMatchObject({ value: how === 'manual' })
    seen[how] += 1
  }
  // Whoever comes first ends it: both do in some rounds.
  expect(Math.min(seen.manual, seen.gone)).toBeGreaterThan(0)
}, 60_000)
