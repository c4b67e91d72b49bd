import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '@countersign/service-kit/http'
import type { Worker } from '@countersign/service-kit/serve'
import type { Deps } from '../../deps.ts'
import type { SourceRow } from '../../content/source-queries.ts'
import { type ObjectStore, StorageUnavailable } from '../../storage/object-store.ts'
import { listAllSources, listNewestStored, type NewestStored } from './queries.ts'

/** While nobody knows, as the database does not answer. */
const RETRY_MS = 5_000
/** While something is wrong that a person has to mend. */
const LOOK_AGAIN_MS = 60_000
/** Each is asked for one object at the start: enough to notice that a folder or a server was exchanged. */
const MOST_STORAGES = 20

interface CheckDeps extends Pick<Deps, 'db' | 'stores'> {
  readonly log: Pick<Deps['log'], 'error' | 'warn'>
}

/**
 * Says when the service runs what of the database's sources it cannot serve: those that its settings do not let it use (a
 * database that began on S3 under a service that was given a folder, credentials that were forgotten), and storages that do
 * not have what was put there last (another folder, a volume that was not mounted). What lies elsewhere is served
 * meanwhile, so the service is degraded and stays ready. It looks until nothing is wrong, and says each thing once.
 */
export function sourceCheck(
  app: Pick<App, 'components'>,
  deps: CheckDeps,
  lookAgainMs = LOOK_AGAIN_MS,
): Worker {
  let status: 'UNKNOWN' | 'UP' | 'DEGRADED' = 'UNKNOWN'
  app.components.set('sources', () => status)
  const said = new Set<string>()
  const say = (fault: Fault) => {
    const { message, ...members } = fault
    const line = JSON.stringify(fault)
    if (!said.has(line)) deps.log.error(members, message)
    said.add(line)
  }
  const look = async () => {
    const sources = await listAllSources(deps.db)
    const faults = [...findUnusable(deps, sources), ...(await findEmptied(deps, sources))]
    faults.forEach(say)
    return faults.length === 0 ? 'UP' : 'DEGRADED'
  }
  return async (signal) => {
    while (!signal.aborted && status !== 'UP') {
      status = await look().catch((error: unknown) => {
        deps.log.warn({ err: error }, 'nobody knows yet whether the sources can be used')
        return 'UNKNOWN'
      })
      const wait = status === 'UNKNOWN' ? RETRY_MS : lookAgainMs
      if (status !== 'UP') await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }
}

interface Fault {
  readonly message: string
  readonly fault: string
  readonly sources?: number
  readonly tenantId: string | undefined
  /** Its name; of several the first. */
  readonly source: string | undefined
}

function findUnusable({ stores }: CheckDeps, sources: readonly SourceRow[]): Fault[] {
  const faulty = Map.groupBy(sources, (source) => stores.findFault(source))
  faulty.delete(undefined)
  return [...faulty].map(([fault = '', { length, [0]: first }]) => ({
    message:
      'sources of the database cannot be used with these settings: uploads to them and downloads are 503',
    fault,
    sources: length,
    tenantId: first?.tenantId,
    source: first?.name,
  }))
}

async function findEmptied(deps: CheckDeps, sources: readonly SourceRow[]): Promise<Fault[]> {
  const { db, stores } = deps
  const usable = sources.filter((source) => stores.findFault(source) === undefined)
  const asked = new Set<ObjectStore>()
  const faults: Fault[] = []
  for (const newest of await listNewestStored(db, usable)) {
    const source = usable.find(({ id }) => id === newest.sourceId)
    if (source === undefined || asked.size === MOST_STORAGES) break
    const store = await stores.open(source)
    if (asked.has(store)) continue
    asked.add(store)
    const message = await lookFor(deps, { store, source, newest })
    if (message === undefined) continue
    const fault = `object ${newest.id}`
    faults.push({ message, fault, tenantId: source.tenantId, source: source.name })
  }
  return faults
}

async function lookFor(
  { db }: CheckDeps,
  { store, source, newest }: { store: ObjectStore; source: SourceRow; newest: NewestStored },
): Promise<string | undefined> {
  try {
    if ((await store.find(newest.key)) !== undefined) return undefined
  } catch (error) {
    if (error instanceof StorageUnavailable) return 'a storage does not answer'
    throw error
  }
  // It may have been removed since it was listed.
  const [still] = await listNewestStored(db, [source])
  return still?.id === newest.id
    ? 'a storage does not have what was put there last: is it another one, or not mounted?'
    : undefined
}
