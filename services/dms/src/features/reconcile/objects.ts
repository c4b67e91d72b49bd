// What rows say is stored against what the object stores have, and the other way.
import { createHash } from 'node:crypto'
import type { ReconcileReport } from '@countersign/service-kit/reconcile'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { findSource, type SourceRow } from '../../content/source-queries.ts'
import type { Deps } from '../../deps.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import { listOfTenant } from '../../content/list-of-tenant.ts'
import { remakeStored } from '../renditions/queries.ts'
import { listSources } from '../sources/queries.ts'
import type { Found } from './found.ts'
import {
  findStored,
  FIRST_ID,
  insertUnnamed,
  listStored,
  listUnnamed,
  markLost,
  type StoredObject,
} from './queries.ts'

export interface ObjectsWanted {
  readonly repair: boolean
  /** Whether each object is read whole and held against its hash; else its size counts. */
  readonly read: boolean
  /** Objects that nobody knows and that are younger stay. */
  readonly unnamedBefore: Date
}

const ROWS_AT_ONCE = 200

/** @throws `StorageUnavailable` where a store does not answer: what it has is not known, and nothing is lost. */
export async function reconcileObjects(
  deps: Deps,
  report: ReconcileReport,
  tenantId: string,
  wanted: ObjectsWanted,
): Promise<void> {
  await findLost(deps, report, tenantId, wanted)
  for (const source of await listSources(deps.db, tenantId)) {
    await findUnnamed(deps, report, source, wanted)
  }
}

async function findLost(
  deps: Deps,
  report: ReconcileReport,
  tenantId: string,
  { repair, read }: ObjectsWanted,
): Promise<void> {
  let afterId = FIRST_ID
  for (;;) {
    const rows = await listStored(deps.db, tenantId, { afterId, limit: ROWS_AT_ONCE })
    for (const row of rows) {
      report.count('rows with their objects')
      const { now, isThere } = await lookFor(deps, tenantId, row, read)
      const found =
        now === undefined ? undefined : await compareRow(deps, tenantId, now, isThere, repair)
      if (found !== undefined) report.add({ ...found, tenantId, id: row.versionId ?? row.id })
    }
    const last = rows.at(-1)
    if (last === undefined) return
    afterId = last.id
  }
}

/** Looks again where a row was moved meanwhile: its object is elsewhere then, and not lost. */
async function lookFor(
  deps: Deps,
  tenantId: string,
  row: StoredObject,
  read: boolean,
): Promise<{ readonly now: StoredObject | undefined; readonly isThere: boolean }> {
  const source = await findSource(deps.db, tenantId, row.sourceId)
  if (source === undefined) throw new Error('the source of an object is not there')
  if (await isWhole(await deps.stores.open(source), row, read)) return { now: row, isThere: true }
  const now = await findStored(deps.db, tenantId, row.id)
  const isSame = now?.sourceId === row.sourceId && now.key === row.key
  return now === undefined || isSame ? { now, isThere: false } : lookFor(deps, tenantId, now, read)
}

async function isWhole(
  store: ObjectStore,
  { key, sizeBytes, sha256 }: StoredObject,
  read: boolean,
): Promise<boolean> {
  if ((await store.find(key))?.sizeBytes !== sizeBytes) return false
  if (!read) return true
  const hash = createHash('sha256')
  for await (const chunk of await store.read(key)) hash.update(chunk as Buffer)
  return hash.digest().equals(sha256)
}

async function compareRow(
  deps: Deps,
  tenantId: string,
  row: StoredObject,
  isThere: boolean,
  repair: boolean,
): Promise<Found | undefined> {
  const isMarked = row.lostAt !== null
  const what = describe(row)
  if (isThere && !isMarked) return undefined
  if (isThere) {
    const text = `${what} is there again: it is served again`
    if (!repair) return { kind: 'content_found', outcome: 'repairable', text }
    const isFound = await mark(deps, tenantId, row, null)
    return isFound ? { kind: 'content_found', outcome: 'repaired', text } : undefined
  }
  const kind = 'content_lost'
  const text = `${what} is not in its store as it was stored: put the object ${row.key} back from elsewhere and run this again, or have it uploaded again as a new version`
  if (isMarked) return { kind, outcome: 'undecided', text: `${text}. It is not served` }
  if (!repair) return { kind, outcome: 'repairable', text: `${text}. --repair marks it` }
  // Moved at the last moment, or marked by another run: the next one says how it is.
  if (!(await mark(deps, tenantId, row, deps.now()))) return undefined
  return { kind, outcome: 'repaired', text: `${text}. It is marked, and not served` }
}

function describe({ versionId, filingId, id }: StoredObject): string {
  if (versionId !== null) return `the content of version ${versionId}`
  if (filingId !== null) return `the filed record ${filingId}`
  return `the preview in object ${id}`
}

function mark(
  { db, now: clock }: Deps,
  tenantId: string,
  row: StoredObject,
  lostAt: Date | null,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await markLost(tx, tenantId, row, lostAt))) return false
    const { id, documentId, versionId } = row
    if (lostAt !== null) await remakeStored(tx, tenantId, id)
    const action = lostAt === null ? 'content.found' : 'content.lost'
    const entry = { action, actor: systemActor, documentId, versionId, detail: { objectId: id } }
    await appendAudit(tx, tenantId, clock(), [entry])
    return true
  })
}

/** Objects of a tenant of which no row knows: uploads that the restore forgot. The reaper takes them. */
async function findUnnamed(
  deps: Deps,
  report: ReconcileReport,
  source: SourceRow,
  { repair, unnamedBefore }: ObjectsWanted,
): Promise<void> {
  const { tenantId } = source
  const store = await deps.stores.open(source)
  for await (const page of listOfTenant(store, source)) {
    report.count('objects with their rows', page.length)
    const old = page.filter(({ modifiedAt }) => modifiedAt < unnamedBefore).map(({ key }) => key)
    for (const key of await listUnnamed(deps.db, tenantId, old)) {
      const text = `object ${key} of source ${source.name} is in no row: what was uploaded after the moment of the restore. It is removed`
      const kind = 'object_unnamed'
      if (!repair) report.add({ kind, outcome: 'repairable', tenantId, id: key, text })
      else if (await giveToReaper(deps, source, key)) {
        report.add({ kind, outcome: 'repaired', tenantId, id: key, text })
      }
    }
  }
}

/** By a row of its own, so that it is removed by whoever may write there, after looking again. */
function giveToReaper(
  { db, now: clock }: Deps,
  { tenantId, id: sourceId }: SourceRow,
  key: string,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const now = clock()
    if (!(await insertUnnamed(tx, tenantId, { id: uuidv7(), sourceId, key }, now))) return false
    const detail = { sourceId, key }
    await appendAudit(tx, tenantId, now, [{ action: 'object.unnamed', actor: systemActor, detail }])
    return true
  })
}
