import { focusManager, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { holdStream, streamPath, type InstanceNews } from '@countersign/approval-ui/stream'
import { authorizedFetch } from '../../auth/authorized-fetch.ts'
import { tellFollowed, useFollowed } from '../../shared/detail/followed.ts'
import { countsQuery, type Counts } from './queries.ts'
import { refreshInbox, type Change } from './refresh.ts'

interface InboxMessage {
  readonly counts: Counts
  readonly changes: readonly Change[]
  /** Whether `changes` names all that changed. */
  readonly complete: boolean
}

/**
 * Keeps counts and lists as they are at the service for as long as the page is looked at. A page
 * in the background, or that was left open, holds no stream, and asks for everything when it is seen
 * again.
 *
 * @returns whether changes arrive by themselves now.
 */
export function useInboxStream(): boolean {
  const queryClient = useQueryClient()
  const instanceId = useFollowed()
  const [isLive, setLive] = useState(false)
  // Another approval is followed by another stream, which goes on where the last one was.
  const position = useRef('')
  useEffect(() => {
    let leaving = new AbortController()
    const listen = (isLookedAt: boolean) => {
      leaving.abort()
      leaving = new AbortController()
      setLive(false)
      if (!isLookedAt) return
      const { signal } = leaving
      void follow(queryClient, { instanceId, position, signal, onLive: setLive })
    }
    listen(focusManager.isFocused())
    const unsubscribe = focusManager.subscribe(listen)
    return () => {
      unsubscribe()
      leaving.abort()
    }
  }, [queryClient, instanceId])
  return isLive
}

interface Following {
  readonly instanceId: string | undefined
  /** The id of the newest event that was taken in. */
  readonly position: RefObject<string>
  readonly signal: AbortSignal
  readonly onLive: (isLive: boolean) => void
}

/** Follows the inbox, and the approval that the page shows; when that may not be read, the inbox alone. */
async function follow(
  queryClient: QueryClient,
  { instanceId, position, signal, onLive }: Following,
): Promise<void> {
  const hold = (followed: string | undefined) =>
    holdStream({
      open: (headers) => authorizedFetch(new Request(streamPath(followed), { headers, signal })),
      signal,
      lastEventId: position.current,
      onLive,
      onEvent: ({ id, type, data }) => {
        position.current = id
        // Their shapes are the service's, as its document describes them.
        if (type === 'inbox') apply(queryClient, JSON.parse(data) as InboxMessage)
        if (type !== 'instance') return
        const news = JSON.parse(data) as InstanceNews
        tellFollowed(news.instanceId, news.sequence)
      },
    })
  await hold(instanceId)
  if (instanceId !== undefined) await hold(undefined)
}

function apply(queryClient: QueryClient, { counts, changes, complete }: InboxMessage): void {
  const before = queryClient.getQueryData(countsQuery.queryKey)
  queryClient.setQueryData(countsQuery.queryKey, counts)
  // Greeted with the same numbers and no news, there is nothing to read again.
  if (complete && changes.length === 0 && isSame(before, counts)) return
  // The first greeting says what was read at the same moment.
  if (before === undefined) return
  refreshInbox(queryClient, changes)
}

/** Whether each number that is known is the same; in which order they came, and what else was said, is no news. */
const isSame = (known: Counts | undefined, told: Readonly<Record<string, unknown>>): boolean =>
  known !== undefined && Object.entries(known).every(([name, count]) => told[name] === count)
