import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '@countersign/service-kit/http'
import type { Worker } from '@countersign/service-kit/serve'
import type { Deps } from '../../deps.ts'
import { FIRST_NAME } from '../../content/default-source.ts'
import type { SourceRow } from '../../content/source-queries.ts'
import type { SourceLocation } from '../../storage/driver.ts'
import { listAllSources, listEnds, type SourceEnds, type StoredObject } from './queries.ts'

/** While nobody knows, as the database does not answer. */
const RETRY_MS = 5_000
/** While something is wrong that a person has to mend. */
const LOOK_AGAIN_MS = 60_000
/** One that answers says so within it. */
const ANSWER_MS = 10_000
/** As many are asked for two objects each: enough to notice that a folder or a server was exchanged. */
const MOST_STORAGES = 20
/** No tenant's (RFC 9562 section 5.9). */
const NIL = '00000000-0000-0000-0000-000000000000'

interface CheckDeps extends Pick<Deps, 'db' | 'stores' | 'settings'> {
  readonly log: Pick<Deps['log'], 'error' | 'warn'>
}

/**
 * Says when the service runs what it cannot serve: sources of the database that its settings do not let it use (a
 * database that began on S3 under a service that was given a folder, credentials that were forgotten), storages that do
 * not have what was put there first and last (another folder, a volume that was not mounted), and one for new tenants that
 * does not answer (a bucket that is not there). What lies elsewhere is served meanwhile, so the service is degraded and stays
 * ready. It looks until nothing is wrong, and says each thing once.
 */
export function sourceCheck(
  app: Pick<App, 'components'>,
  deps: CheckDeps,
  lookAgainMs = LOOK_AGAIN_MS,
): Worker {
  let status: 'UNKNOWN' | 'UP' | 'DEGRADED' = 'UNKNOWN'
  app.components.set('sources', () => status)
  const said = new Set<string>()
  const say = (level: 'error' | 'warn', { message, ...members }: Fault) => {
    const about = JSON.stringify([message, members.tenantId, members.source])
    if (!said.has(about)) deps.log[level](members, message)
    said.add(about)
  }
  const look = async (signal: AbortSignal) => {
    const all = await listAllSources(deps.db)
    const ends = await listEnds(deps.db, all)
    const withFiles = new Set(ends.map(({ sourceId }) => sourceId))
    // One that files have left for another, and that takes no new ones, is nobody's trouble.
    const sources = all.filter(({ id, isDefault }) => isDefault || withFiles.has(id))
    for (const fault of findElsewhere(deps, sources)) say('warn', fault)
    const unusable = findUnusable(deps, sources)
    for (const fault of unusable) say('error', fault)
    if (unusable.length > 0) status = 'DEGRADED'
    const broken = [
      ...(await findEmptied(deps, sources, ends, signal)),
      ...(await findFirstBroken(deps, signal)),
    ]
    for (const fault of broken) say('error', fault)
    return unusable.length + broken.length === 0 ? 'UP' : 'DEGRADED'
  }
  return async (signal) => {
    while (!signal.aborted && status !== 'UP') {
      status = await look(signal).catch((error: unknown) => {
        if (!signal.aborted)
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

/**
 * Of the sources that tenants got from the settings, those that the settings no longer say: their files stay where they
 * are, and new tenants have theirs elsewhere. Somebody may have meant it.
 */
function findElsewhere({ settings }: CheckDeps, sources: readonly SourceRow[]): Fault[] {
  const { kind, endpoint, region, bucket, credentialsRef } = settings.firstSource
  const elsewhere = sources.filter(
    (source) =>
      source.name === FIRST_NAME &&
      source.isDefault &&
      !(
        source.kind === kind &&
        source.endpoint === endpoint &&
        source.region === region &&
        source.bucket === bucket &&
        source.credentialsRef === credentialsRef
      ),
  )
  const [first] = elsewhere
  if (first === undefined) return []
  return [
    {
      message: 'tenants have their files elsewhere than these settings say: new tenants do not',
      fault: `${first.kind} ${first.endpoint ?? ''} ${first.bucket ?? ''}`.trim(),
      sources: elsewhere.length,
      tenantId: first.tenantId,
      source: first.name,
    },
  ]
}

/** The storage that new tenants get; one whose credentials are tied to certain tenants is for none that is new. */
async function findFirstBroken(
  { stores, settings }: CheckDeps,
  signal: AbortSignal,
): Promise<Fault[]> {
  const source = { ...settings.firstSource, tenantId: NIL, id: NIL, basePath: null }
  if (stores.findFault(source) !== undefined) return []
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
  try {
    await Promise.race([findAny(stores, source), aborted(within)])
    return []
  } catch (error) {
    signal.throwIfAborted()
    const message = 'the storage of these settings cannot be used'
    return [{ message, fault: String(error), tenantId: undefined, source: undefined }]
  }
}

/** Nothing is written: of a process that is killed meanwhile it would stay there. */
async function findAny(stores: CheckDeps['stores'], source: SourceLocation): Promise<void> {
  const store = await stores.open(source)
  await store.list(`${NIL}/`)[Symbol.asyncIterator]().next()
}

async function findEmptied(
  deps: CheckDeps,
  sources: readonly SourceRow[],
  ends: readonly SourceEnds[],
  signal: AbortSignal,
): Promise<Fault[]> {
  const usable = sources.filter((source) => deps.stores.findFault(source) === undefined)
  const places = placesOf(deps.stores, usable, ends)
  const faults: Fault[] = []
  for (const place of places.slice(0, MOST_STORAGES)) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
    const told = await lookFor(deps, place, within)
    signal.throwIfAborted()
    const { source } = place.last
    if (told) faults.push({ ...told, tenantId: source.tenantId, source: source.name })
  }
  return faults
}

interface Expected extends StoredObject {
  readonly source: SourceRow
}

/** What was put first and last into a storage, by whatever source: many are one folder. */
interface Place {
  first: Expected
  readonly last: Expected
}

/** The one with the newest object comes first. */
function placesOf(
  stores: CheckDeps['stores'],
  sources: readonly SourceRow[],
  ends: readonly SourceEnds[],
): readonly Place[] {
  const byId = new Map(sources.map((source) => [source.id, source]))
  const places = new Map<string, Place>()
  for (const { sourceId, ...of } of ends) {
    const source = byId.get(sourceId)
    if (source === undefined) continue
    const [first, last] = [
      { ...of.first, source },
      { ...of.last, source },
    ]
    const name = stores.placeOf(source)
    const place = places.get(name)
    if (place === undefined) places.set(name, { first, last })
    else if (first.id < place.first.id) place.first = first
  }
  return [...places.values()]
}

async function lookFor(
  { db, stores }: CheckDeps,
  place: Place,
  within: AbortSignal,
): Promise<Pick<Fault, 'message' | 'fault'> | undefined> {
  let missing: Expected | undefined
  try {
    missing = await Promise.race([findMissing(stores, place), aborted(within)])
  } catch (error) {
    return { message: 'a storage does not answer', fault: String(error) }
  }
  if (missing === undefined) return undefined
  // It may have been removed since it was listed.
  const [now] = await listEnds(db, [missing.source])
  if (now?.first.id !== missing.id && now?.last.id !== missing.id) return undefined
  const message =
    'a storage does not have what was put there first or last: is it another one, or not mounted?'
  return { message, fault: `object ${missing.id} is missing` }
}

/** What was put there last alone would be there again after one upload to a folder that is the wrong one. */
async function findMissing(
  stores: CheckDeps['stores'],
  { first, last }: Place,
): Promise<Expected | undefined> {
  for (const expected of [last, first]) {
    const store = await stores.open(expected.source)
    if ((await store.find(expected.key)) === undefined) return expected
  }
  return undefined
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    const end = () => fail(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
