import { inTransaction } from '@countersign/service-kit/transaction'
import { findSource } from '../../content/source-queries.ts'
import type { Deps } from '../../deps.ts'
import { StorageUnavailable } from '../../storage/object-store.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import { reapAfter } from './end.ts'
import { endUpload, lockUpload } from './queries.ts'
import { leaseReapable, listExpired, markReaped, type ReapableObject } from './reaper-queries.ts'

const BATCH = 20
const LEASE_MS = 5 * 60_000

/** Told of each upload or object that has to stay as it is for now; its turn comes again. */
type Leave = (id: string) => void
const forget: Leave = () => undefined

/** Ends sessions nobody continued. Waits for no storage. @returns how many it ended. */
export async function expireUploads(deps: Deps, leave: Leave = forget): Promise<number> {
  const expired = await listExpired(deps.db, deps.now(), BATCH)
  let ended = 0
  for (const { tenantId, id } of expired) {
    if (await expireUpload(deps, tenantId, id)) ended += 1
    else leave(id)
  }
  return ended
}

/**
 * Removes objects nobody needs, of several sources at once: one that does not answer is asked for one object in a
 * round, and the others are through with theirs.
 *
 * @returns how many it looked at.
 */
export async function removeObjects(deps: Deps, leave: Leave = forget): Promise<number> {
  const now = deps.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const objects = await leaseReapable(deps.db, now, until, BATCH)
  const bySource = Map.groupBy(objects, ({ sourceId }) => sourceId)
  await Promise.all([...bySource.values()].map((each) => removeOfSource(deps, each, leave)))
  return objects.length
}

type Outcome = 'removed' | 'left' | 'unavailable'

async function removeOfSource(
  deps: Deps,
  objects: readonly ReapableObject[],
  leave: Leave,
): Promise<void> {
  let isSilent = false
  for (const object of objects) {
    const outcome: Outcome = isSilent ? 'left' : await removeObject(deps, object)
    if (outcome !== 'removed') leave(object.id)
    isSilent ||= outcome === 'unavailable'
  }
}

// One that cannot be ended holds up nobody else's.
async function expireUpload(deps: Deps, tenantId: string, id: string): Promise<boolean> {
  try {
    await endExpired(deps, tenantId, id)
    return true
  } catch (error) {
    deps.log.warn({ err: error, tenantId, uploadId: id }, 'an upload is not ended yet')
    return false
  }
}

async function endExpired(deps: Deps, tenantId: string, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const upload = await lockUpload(tx, tenantId, id)
    const now = deps.now()
    const open = upload && ['INITIATED', 'RECEIVING', 'RECEIVED'].includes(upload.status)
    // It may have been continued or completed since it was listed.
    if (!open || upload.expiresAt > now) return
    await endUpload(tx, upload, { status: 'EXPIRED', reapAfter: reapAfter(upload, now) })
    await appendAudit(tx, tenantId, now, [
      {
        action: 'upload.expired',
        actor: systemActor,
        documentId: upload.documentId,
        detail: { uploadId: id },
      },
    ])
  })
}

// No transaction is open while the storage works. A crash leaves the row DELETING, and its lease
// runs out.
async function removeObject(deps: Deps, object: ReapableObject): Promise<Outcome> {
  try {
    const source = await findSource(deps.db, object.tenantId, object.sourceId)
    if (source === undefined) throw new Error('the source of an object is not there')
    const store = await deps.stores.open(source)
    await store.discard({ key: object.key, state: object.writeState })
    await store.remove(object.key)
    await markReaped(deps.db, object.tenantId, object.id, deps.now())
    return 'removed'
  } catch (error) {
    deps.log.warn({ err: error, objectId: object.id }, 'object not removed yet')
    return error instanceof StorageUnavailable ? 'unavailable' : 'left'
  }
}
