// Tells streams that follow one approval of whatever happens to it: decisions of others, remarks, a withdrawal.
// What it says is a number and no content, and who may no longer read the approval hears no more of it.
//
// Kept by: services/bpm/src/features/inbox-streams/following.test.ts "tells of what others do to it"
// Kept by: services/bpm/src/features/inbox-streams/following.test.ts "ends when it may no longer be read, and says so"
import { pollLoop } from '@countersign/service-kit/poll-loop'
import type { Deps } from '../../deps.ts'
import { listFollowed, type Following } from './queries.ts'
import type { EventStream } from './stream.ts'

/** Streams of this process that follow an approval. */
export interface Followers {
  /** @returns false when this person may not read it, as when there is none. */
  add(stream: EventStream, approval: Omit<Following, 'told'>): Promise<boolean>
  remove(stream: EventStream): void
  stop(): void
}

/** @param lookMs How often the database is asked, once for all of them, while there are any. */
export function createFollowers({ db, log }: Pick<Deps, 'db' | 'log'>, lookMs: number): Followers {
  const followers = new Map<EventStream, Following>()
  let looking: AbortController | undefined

  /** What happens from here on is found by the next look. */
  const tell = (stream: EventStream, following: Following, sequence: number): void => {
    stream.send({ event: 'instance', data: { instanceId: following.instanceId, sequence } })
    followers.set(stream, { ...following, told: sequence })
  }

  async function tellChanges(): Promise<number> {
    const asked = [...followers]
    const changed = await listFollowed(
      db,
      asked.map(([, following]) => following),
    )
    for (const { index, sequence, readable } of changed) {
      const [stream, following] = asked[index] ?? []
      // It may have closed while the database was asked.
      if (stream === undefined || following === undefined || !followers.has(stream)) continue
      if (readable) tell(stream, following, sequence)
      else stream.end('not_readable')
    }
    // Never again at once: what happens meanwhile is told together.
    return 0
  }

  function look(): void {
    looking = new AbortController()
    const { signal } = looking
    const loop = { name: 'followed approvals', idleMs: lookMs, signal, log, round: tellChanges }
    void pollLoop(loop)
  }

  function stop(): void {
    looking?.abort()
    looking = undefined
  }

  return {
    async add(stream, approval) {
      const following = { ...approval, told: 0 }
      const [found] = await listFollowed(db, [following])
      if (found?.readable !== true) return false
      // It may have closed meanwhile, and would never be removed.
      if (stream.readable.destroyed) return true
      tell(stream, following, found.sequence)
      if (looking === undefined) look()
      return true
    },
    remove(stream) {
      if (followers.delete(stream) && followers.size === 0) stop()
    },
    stop,
  }
}
