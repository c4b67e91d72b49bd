// Tells watchers what changed in their inboxes, found once for everybody by a database snapshot.
//
// Kept by: services/bpm/src/features/inbox-streams/stream.test.ts "finds what a transaction commits after later ones"
// Kept by: services/bpm/src/features/inbox-streams/stream.test.ts "tells with the next look what a failing database kept from being told"
// Kept by: services/bpm/src/features/inbox-streams/stream.test.ts "asks once for everybody, and nothing while nobody is connected"
import type { Deps } from '../../deps.ts'
import { countBoxes } from '../tasks/inbox-queries.ts'
import { keyOf, type Audience, type Watcher } from './audience.ts'
import { readPositionText } from './position.ts'
import { listInboxChanges, readPosition, type InboxChange } from './queries.ts'
import type { EventStream } from './stream.ts'

/** Changes of everybody that one look takes in; beyond it people are told to look for themselves. */
const MOST_CHANGES = 5_000
const MOST_TOLD = 100
const COUNT_CAP = 999
/** Counting must leave connections to requests. */
const COUNTED_AT_ONCE = 2

/** Tells people what happened to their inboxes. */
export interface Teller {
  /** Tells a new stream how things stand, and what changed since the event it has seen last. */
  greet(watcher: Watcher, stream: EventStream, lastEventId: string | undefined): Promise<void>
  /** Looks once for everybody and tells those whom it concerns. */
  tellChanges(): Promise<void>
  beat(): void
}

interface News {
  readonly position: string
  readonly changes: readonly InboxChange[]
  readonly complete: boolean
}

export function createTeller(
  deps: Pick<Deps, 'db' | 'now'>,
  audience: Pick<Audience, 'watchers'>,
): Teller {
  const { db } = deps
  // Read by the first who comes; whoever comes later is greeted from a later one.
  const begun = readPosition(db)
  // Whoever waits for it hears of it; nobody may be waiting yet.
  begun.catch(() => undefined)
  let position: string | undefined

  return {
    async greet(watcher, stream, lastEventId) {
      await begun
      if (lastEventId === undefined) {
        const news = { position: await readPosition(db), changes: [], complete: true }
        return tell(deps, watcher, [stream], news)
      }
      const known = readPositionText(lastEventId)
      const since = known === undefined ? await readPosition(db) : lastEventId
      const looked = await listInboxChanges(db, [watcher], { since, most: MOST_CHANGES })
      const current = readPositionText(looked.position)
      // A position of another database, or from before this one was restored, is ahead of it.
      const complete =
        known !== undefined &&
        current !== undefined &&
        known.oldestOpen <= current.oldestOpen &&
        !looked.overflow
      return tell(deps, watcher, [stream], { ...looked, complete })
    },
    async tellChanges() {
      const owners = audience.watchers()
      const since = position ?? (await begun)
      const looked = await listInboxChanges(db, owners, { since, most: MOST_CHANGES })
      const changes = Map.groupBy(looked.changes, keyOf)
      const concerned = owners.filter((owner) => looked.overflow || changes.has(keyOf(owner)))
      await inTurns(concerned, COUNTED_AT_ONCE, (watcher) =>
        tell(deps, watcher, watcher.streams, {
          position: looked.position,
          changes: changes.get(keyOf(watcher)) ?? [],
          complete: !looked.overflow,
        }),
      )
      // Whom a hiccup kept from being told hears of it with the next look, and others once more.
      position = looked.position
    },
    beat() {
      for (const { streams } of audience.watchers()) for (const stream of streams) stream.beat()
    },
  }
}

/** Says what changed, with the counts as they are once it is this person's turn. */
function tell(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  watcher: Watcher,
  streams: Iterable<EventStream>,
  { position, changes, complete }: News,
): Promise<void> {
  const { tenantId, userId } = watcher
  const told = watcher.telling.then(async () => {
    const counts = await countBoxes(db, { tenantId, userId, now: now(), cap: COUNT_CAP })
    const shown = changes
      .slice(0, MOST_TOLD)
      .map(({ taskNo, instanceId, box }) => ({ taskNo, instanceId, box }))
    const message = {
      counts: { ...counts, cap: COUNT_CAP },
      changes: shown,
      complete: complete && changes.length === shown.length,
    }
    for (const stream of streams) stream.send({ event: 'inbox', data: message }, position)
  })
  watcher.telling = told.catch(() => undefined)
  return told
}

async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
