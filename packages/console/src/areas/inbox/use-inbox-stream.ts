import { focusManager, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readEvents } from '../../api/event-stream.ts'
import { authorizedFetch } from '../../auth/authorized-fetch.ts'
import { countsQuery, type Counts } from './queries.ts'
import { refreshInbox, type Change } from './refresh.ts'

const address = '/api/bpm/v1/inbox/stream'
const shortestPauseMs = 1_000
const longestPauseMs = 60_000

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
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    let leaving = new AbortController()
    const listen = (isLookedAt: boolean) => {
      leaving.abort()
      leaving = new AbortController()
      setLive(false)
      if (isLookedAt) void follow(queryClient, leaving.signal, setLive)
    }
    listen(focusManager.isFocused())
    const unsubscribe = focusManager.subscribe(listen)
    return () => {
      unsubscribe()
      leaving.abort()
    }
  }, [queryClient])
  return isLive
}

/** Holds a stream, and takes another when it ends: with the token, a restart, or the network. */
async function follow(
  queryClient: QueryClient,
  signal: AbortSignal,
  tell: (isLive: boolean) => void,
): Promise<void> {
  let lastEventId = ''
  let pauseMs = shortestPauseMs
  while (!signal.aborted) {
    try {
      const headers = { accept: 'text/event-stream', ...headerOf(lastEventId) }
      const answer = await authorizedFetch(new Request(address, { headers, signal }))
      if (!answer.ok) throw new Error(String(answer.status))
      tell(true)
      for await (const event of readEvents(answer)) {
        pauseMs = shortestPauseMs
        if (event.id !== '') lastEventId = event.id
        // Its shape is the service's, as its document describes it.
        if (event.type === 'inbox') apply(queryClient, JSON.parse(event.data) as InboxMessage)
      }
    } catch {
      if (signal.aborted) return
    }
    tell(false)
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

function apply(queryClient: QueryClient, { counts, changes, complete }: InboxMessage): void {
  const before = queryClient.getQueryData(countsQuery.queryKey)
  queryClient.setQueryData(countsQuery.queryKey, counts)
  // Greeted with the same numbers and no news, there is nothing to read again.
  if (complete && changes.length === 0 && JSON.stringify(before) === JSON.stringify(counts)) return
  // The first greeting says what was read at the same moment.
  if (before === undefined) return
  refreshInbox(queryClient, changes)
}

const headerOf = (id: string): Record<string, string> => (id === '' ? {} : { 'last-event-id': id })

/** A pause with some chance in it, so that everybody does not come back at the same moment. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms * (0.5 + Math.random()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
