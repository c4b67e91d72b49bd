import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { createSealer } from '@countersign/service-kit/sealing'
import { sql } from 'kysely'
import type { Database, Schema } from '../../src/db/schema.ts'
import { deliveryWorker } from '../../src/features/deliveries/dispatch/worker.ts'
import { migrations } from '../../src/migrations.ts'
import { addBizType } from '../../src/outbox/rows.testing.ts'
import { inGroups, routeOf, TENANT_ID, TOKEN, type Contender, type Job } from '../workload.ts'

const log = createLogger({ service: 'bench', level: 'error' })

/** The database of the lanes; `origin` is where their events go. */
export const openLanes = (url: string): Database =>
  createDatabase<Schema>({ url, poolSize: 4, applicationName: 'bench', log })

/** Ours, as it runs in production. */
export const lanes: Contender = {
  async seed(databaseUrl, workload) {
    await migrate({ url: databaseUrl, directory: migrations })
    const db = openLanes(databaseUrl)
    for (const group of inGroups(workload, 2_000)) await insertLanes(db, group)
    await sql`vacuum analyze delivery_lanes, delivery_events`.execute(db)
    await db.destroy()
  },
  async prepare({ databaseUrl, origin }) {
    const db = openLanes(databaseUrl)
    const worker = deliveryWorker({
      db,
      log,
      now: () => new Date(),
      callbackOrigins: [origin],
      publicUrl: 'http://platform.test',
      sealer: createSealer(Buffer.alloc(32, 7).toString('base64url')),
      serviceTokens: { get: async () => TOKEN, invalidate: () => undefined },
    })
    return async (signal) => {
      await worker(signal)
      await db.destroy()
    }
  },
}

/** Tells the lanes where the endpoints are, which is known only when the receiver listens. */
export async function addEndpoints(
  databaseUrl: string,
  origin: string,
  count: number,
  maxEvents = 1,
): Promise<void> {
  const db = openLanes(databaseUrl)
  for (let endpoint = 0; endpoint < count; endpoint++) {
    const { bizType: code, path } = routeOf(origin, endpoint)
    await addBizType(db, { tenantId: TENANT_ID, code, origin, path, maxEvents })
  }
  await db.destroy()
}

async function insertLanes(db: Database, group: readonly Job[][]): Promise<void> {
  const events = group.flat()
  await db.transaction().execute(async (tx) => {
    // The approvals themselves play no part here, so their rows are not made.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into delivery_lanes
        (tenant_id, instance_id, biz_type, biz_type_version, last_sequence, due_at)
      select ${TENANT_ID}, lane.instance_id, lane.biz_type, '1', lane.events, now() from unnest(
        ${group.map(([job]) => job?.instanceId)}::uuid[],
        ${group.map(([job]) => `bench-${job?.endpoint}`)}::text[],
        ${group.map(({ length }) => length)}::integer[]
      ) as lane (instance_id, biz_type, events)`.execute(tx)
    await sql`
      insert into delivery_events (tenant_id, instance_id, sequence, event_id, type, body)
      select ${TENANT_ID}, event.* from unnest(
        ${events.map(({ instanceId }) => instanceId)}::uuid[],
        ${events.map(({ sequence }) => sequence)}::integer[],
        ${events.map(({ eventId }) => eventId)}::uuid[],
        ${events.map(({ type }) => type)}::text[],
        ${events.map(({ body }) => body)}::text[]
      ) as event`.execute(tx)
  })
}
