import type { Db } from '@countersign/service-kit/db'
import type { Step, TenantErasing } from '@countersign/service-kit/tenants-erase'
import { listOfTenant } from '../../content/list-of-tenant.ts'
import { findSource, selectSources } from '../../content/source-queries.ts'
import type { Schema } from '../../db/schema.ts'
import { tenantData } from '../../db/tenant-data.ts'
import type { Deps } from '../../deps.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import {
  countHolds,
  deleteObjects,
  deleteSource,
  findLastEvent,
  listObjects,
  type ErasableObject,
} from './queries.ts'

const OBJECTS_AT_ONCE = 100

/**
 * How dms erases a tenant: each object goes before its row, and a source when nothing of the tenant is at it any
 * more. The chain of its audit ends with two events that tell of it.
 */
export const tenantErasing = (deps: Deps): TenantErasing<Schema> => ({
  db: deps.db,
  now: deps.now,
  data: tenantData,
  findObstacle,
  record: (tx, { tenantId, erasureId, askedBy, counts }, what, now) =>
    appendAudit(tx, tenantId, now, [
      what === 'begun'
        ? { action: 'tenant.erasure_begun', actor: systemActor, detail: { erasureId, askedBy } }
        : { action: 'tenant.erased', actor: systemActor, detail: { erasureId, counts } },
    ]),
  pages: {
    storage_objects: (step, tenantId) => eraseObjects(deps, step, tenantId),
    storage_sources: (step, tenantId) => eraseSource(deps, step, tenantId),
  },
})

// A hold is placed with an entry of the audit: behind its head, no one of them is on the way.
async function findObstacle(
  db: Db<Schema>,
  tenantId: string,
  since: Date | undefined,
): Promise<string | undefined> {
  const holds = await countHolds(db, tenantId)
  if (holds > 0) return `${holds} documents are under a legal hold: release them before`
  const at = since === undefined ? undefined : await findLastEvent(db, tenantId, since)
  return at === undefined
    ? undefined
    : `it was used after it was asked for, the last time at ${at.toISOString()}: suspend it, cancel, and ask again`
}

// No transaction is open while the storage works. Removing what is not there succeeds, so a page may come twice.
async function eraseObjects(deps: Deps, step: Step<Schema>, tenantId: string): Promise<number> {
  const objects = await listObjects(deps.db, tenantId, OBJECTS_AT_ONCE)
  for (const object of objects) await removeObject(deps, tenantId, object)
  const ids = objects.map(({ id }) => id)
  return step(async (tx) => ({ storage_objects: await deleteObjects(tx, tenantId, ids) }))
}

async function removeObject(
  deps: Deps,
  tenantId: string,
  { sourceId, key, writeState }: ErasableObject,
): Promise<void> {
  const source = await findSource(deps.db, tenantId, sourceId)
  if (source === undefined) throw new Error('the source of an object is not there')
  const store = await deps.stores.open(source)
  await store.discard({ key, state: writeState })
  await store.remove(key)
}

/** What no row knows goes as well: a process may have died, or have finished an object after its row was gone. */
async function eraseSource(deps: Deps, step: Step<Schema>, tenantId: string): Promise<number> {
  const source = await selectSources(deps.db, tenantId).limit(1).executeTakeFirst()
  if (source === undefined) return 0
  const store = await deps.stores.open(source)
  for await (const page of listOfTenant(store, source))
    for (const { key } of page) await store.remove(key)
  return step(async (tx) => ({ storage_sources: await deleteSource(tx, tenantId, source.id) }))
}
