import type { SigningKey } from '../queries.ts'

type Key = Pick<SigningKey, 'kid' | 'status' | 'createdAt' | 'activatedAt' | 'publishedUntil'>

/** Published and not signing yet; signing; published for what it has signed. */
export type Phase = 'waits' | 'signs' | 'verifies'

/** A part of the life of a key, in hundredths of the whole picture. */
interface Span {
  readonly phase: Phase
  readonly from: number
  readonly length: number
}

interface KeyLife {
  readonly kid: string
  readonly status: Key['status']
  readonly spans: readonly Span[]
}

/** The lives of the keys beside each other on one scale of time, and where on it now is. */
export function drawLives(keys: readonly Key[], now: number) {
  const times = keys.flatMap(({ createdAt, publishedUntil }) => [
    Date.parse(createdAt),
    ...(publishedUntil === null ? [] : [Date.parse(publishedUntil)]),
  ])
  const begin = Math.min(now, ...times)
  const end = Math.max(now, ...times)
  const place = (time: number) => (end === begin ? 0 : (100 * (time - begin)) / (end - begin))
  const lives: readonly KeyLife[] = keys.map((key) => ({
    kid: key.kid,
    status: key.status,
    spans: phasesOf(key, keys, now).map(({ phase, from, until }) => ({
      phase,
      from: place(from),
      length: place(until) - place(from),
    })),
  }))
  return { begin, end, now: place(now), lives }
}

function phasesOf(key: Key, keys: readonly Key[], now: number) {
  const created = Date.parse(key.createdAt)
  if (key.activatedAt === null) {
    // When one that never signed was withdrawn is not told.
    const until = key.status === 'withdrawn' ? created : now
    return [{ phase: 'waits' as const, from: created, until }]
  }
  const activated = Date.parse(key.activatedAt)
  const followed = nextActivation(activated, keys) ?? now
  const signs = { phase: 'signs' as const, from: activated, until: followed }
  const published = key.publishedUntil === null ? followed : Date.parse(key.publishedUntil)
  return [
    { phase: 'waits' as const, from: created, until: activated },
    signs,
    ...(published > followed && key.status === 'previous'
      ? [{ phase: 'verifies' as const, from: followed, until: published }]
      : []),
  ]
}

/** A key signs until the one after it does. */
function nextActivation(after: number, keys: readonly Key[]): number | undefined {
  const later = keys
    .flatMap(({ activatedAt }) => (activatedAt === null ? [] : [Date.parse(activatedAt)]))
    .filter((time) => time > after)
  return later.length === 0 ? undefined : Math.min(...later)
}

/** Verifiers keep the key set for ten minutes; who does not know a key by then asks again. */
const KNOWN_AFTER_MS = 600_000

/** What may be done now, and what comes by itself. */
export function adviseOn(keys: readonly Key[], now: number) {
  const next = keys.find(({ status }) => status === 'next')
  const known = next === undefined ? undefined : Date.parse(next.createdAt) + KNOWN_AFTER_MS
  const leaving = keys.flatMap(({ status, publishedUntil }) =>
    status === 'previous' && publishedUntil !== null && Date.parse(publishedUntil) > now
      ? [publishedUntil]
      : [],
  )
  return {
    rotation:
      known === undefined
        ? ({ is: 'missing' } as const)
        : known <= now
          ? ({ is: 'safe' } as const)
          : ({ is: 'early', until: new Date(known).toISOString() } as const),
    /** When the last key that only verifies leaves the key set. */
    lastLeaves: leaving.toSorted().at(-1),
  }
}
