import { problems } from '../../problems.ts'
import type { InboxOwner } from './queries.ts'
import type { EventStream } from './stream.ts'

/** Somebody who watches their inbox, in one or more windows. */
export interface Watcher extends InboxOwner {
  readonly streams: Set<EventStream>
  /** What they are being told; the next waits for it, so that counts never go back in time. */
  telling: Promise<void>
}

/** Everybody who is connected to this process. */
export interface Audience {
  /** @throws `bpm.too_many_streams` (429) of one person, `bpm.unavailable` (503) of all. */
  admit(owner: InboxOwner): Watcher
  join(watcher: Watcher, stream: EventStream): void
  leave(watcher: Watcher, stream: EventStream): void
  watchers(): Watcher[]
}

export interface AudienceLimits {
  readonly streamsPerUser: number
  readonly streams: number
}

export function createAudience(limits: AudienceLimits): Audience {
  const watchers = new Map<string, Watcher>()
  let streams = 0
  return {
    admit({ tenantId, userId }) {
      if (streams >= limits.streams) {
        throw problems.unavailable({ headers: { 'retry-after': '5' } })
      }
      const known = watchers.get(keyOf({ tenantId, userId }))
      if (known !== undefined && known.streams.size >= limits.streamsPerUser) {
        throw problems.too_many_streams({
          detail: `One person can have ${limits.streamsPerUser} streams at a time.`,
          headers: { 'retry-after': '30' },
        })
      }
      return known ?? { tenantId, userId, streams: new Set(), telling: Promise.resolve() }
    },
    join(watcher, stream) {
      watcher.streams.add(stream)
      watchers.set(keyOf(watcher), watcher)
      streams += 1
    },
    leave(watcher, stream) {
      if (!watcher.streams.delete(stream)) return
      streams -= 1
      if (watcher.streams.size === 0) watchers.delete(keyOf(watcher))
    },
    watchers: () => [...watchers.values()],
  }
}

export const keyOf = ({ tenantId, userId }: InboxOwner): string => `${tenantId}/${userId}`
