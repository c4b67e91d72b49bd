import { pollLoop } from '@countersign/service-kit/poll-loop'
import type { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { createAudience, type AudienceLimits, type Watcher } from './audience.ts'
import { createFollowers } from './followers.ts'
import type { Following, InboxOwner } from './queries.ts'
import { createEventStream, type EventStream } from './stream.ts'
import { createTeller, type Teller } from './teller.ts'

export interface HubOptions extends AudienceLimits {
  /** How often the token of each stream is looked at: what was revoked is told to nobody for longer. */
  readonly recheckMs: number
  /** How often the database is asked, once for everybody who is connected to this process. */
  readonly pollMs: number
  /** The same for approvals that are followed: whoever looks at one waits for nothing else. */
  readonly followMs: number
  readonly heartbeatMs: number
}

const defaults: HubOptions = {
  recheckMs: 2_000,
  pollMs: 1_000,
  followMs: 250,
  heartbeatMs: 15_000,
  streamsPerUser: 6,
  streams: 5_000,
}
/** setTimeout has no longer one. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface OpenStream extends InboxOwner {
  /** When the token ends, and the stream with it. */
  readonly until: Date
  /** Whether the token is still good, as far as this process knows. */
  readonly isGood: () => Promise<boolean>
  readonly lastEventId: string | undefined
  readonly follow: Pick<Following, 'instanceId' | 'readsAll'> | undefined
}

/** Everybody who watches their inbox through this process. */
export interface InboxHub {
  /**
   * @throws `bpm.too_many_streams` (429) of one person, `bpm.unavailable` (503) of all, `bpm.not_found`
   *   (404) when they follow an approval that they may not read.
   */
  open(request: OpenStream): Promise<Readable>
  /** Ends every stream; clients come back, to another process. */
  close(): void
}

/** Looks for changes while somebody is connected, and asks the database nothing while nobody is. */
export function createInboxHub(
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  options: Partial<HubOptions> = {},
): InboxHub {
  const settings = { ...defaults, ...options }
  const audience = createAudience(settings)
  let looking: Looking | undefined
  const followers = createFollowers(deps, settings.followMs)
  let closed = false

  const close = (watcher: Watcher, stream: EventStream): void => {
    audience.leave(watcher, stream)
    followers.remove(stream)
    if (audience.watchers().length > 0) return
    looking?.stop()
    looking = undefined
  }

  return {
    async open({ tenantId, userId, until, isGood, lastEventId, follow }) {
      if (closed) throw problems.unavailable({ headers: { 'retry-after': '1' } })
      const watcher = audience.admit({ tenantId, userId })
      const endsInMs = Math.max(0, until.getTime() - deps.now().getTime())
      const stream = expiring({ endsInMs, isGood, recheckMs: settings.recheckMs }, () =>
        close(watcher, stream),
      )
      audience.join(watcher, stream)
      try {
        looking ??= startLooking(deps, createTeller(deps, audience), settings)
        await looking.teller.greet(watcher, stream, lastEventId)
        if (follow !== undefined) {
          const found = await followers.add(stream, { tenantId, userId, ...follow })
          if (!found) throw problems.not_found()
        }
      } catch (error) {
        stream.readable.destroy()
        throw error
      }
      return stream.readable
    },
    close() {
      closed = true
      for (const { streams } of audience.watchers()) {
        for (const stream of streams) stream.end('draining')
      }
      looking?.stop()
      followers.stop()
    },
  }
}

interface Looking {
  readonly teller: Teller
  stop(): void
}

function startLooking(
  { log }: Pick<Deps, 'log'>,
  teller: Teller,
  { pollMs, heartbeatMs }: HubOptions,
): Looking {
  const stopping = new AbortController()
  const { signal } = stopping
  const beats = setInterval(teller.beat, heartbeatMs)
  const round = async () => {
    await teller.tellChanges()
    // Never again at once: what happens meanwhile is told together.
    return 0
  }
  void pollLoop({ name: 'inbox streams', idleMs: pollMs, signal, log, round })
  return {
    teller,
    stop() {
      clearInterval(beats)
      stopping.abort()
    },
  }
}

interface Expiry extends Pick<OpenStream, 'isGood'>, Pick<HubOptions, 'recheckMs'> {
  readonly endsInMs: number
}

/**
 * A stream that ends with the token it was opened with, and soon after that was revoked.
 *
 * Kept by: services/bpm/src/features/inbox-streams/stream.test.ts "ends when the token is revoked, and says so"
 */
function expiring({ endsInMs, isGood, recheckMs }: Expiry, onClose: () => void): EventStream {
  const expiry = setTimeout(() => stream.end('token_expired'), Math.min(endsInMs, LONGEST_TIMER_MS))
  const recheck = setInterval(async () => {
    if (!(await isGood())) stream.end('token_revoked')
  }, recheckMs)
  const stream = createEventStream(() => {
    clearTimeout(expiry)
    clearInterval(recheck)
    onClose()
  })
  return stream
}
