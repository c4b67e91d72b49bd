import { readEvents, type StreamEvent } from './event-stream.ts'

const shortestPauseMs = 1_000
const longestPauseMs = 60_000

export interface StreamOptions {
  /** Asks for the stream, with the `last-event-id` that it ended with before, if there was one. */
  readonly open: (headers: Readonly<Record<string, string>>) => Promise<Response>
  readonly signal: AbortSignal
  /** The id of an event to go on after. */
  readonly lastEventId?: string
  readonly onEvent: (event: StreamEvent) => void
  /** Whether events arrive by themselves from now on. */
  readonly onLive?: (isLive: boolean) => void
}

/**
 * Holds `GET /api/bpm/v1/inbox/stream` until the signal, and takes another when it ends: with the token, a
 * restart, or the network. What may not be read, 404, is not asked for again.
 *
 * @returns when it was refused so, or the signal came.
 */
export async function holdStream(options: StreamOptions): Promise<void> {
  const { open, signal, onEvent, onLive } = options
  let { lastEventId = '' } = options
  let pauseMs = shortestPauseMs
  while (!signal.aborted) {
    try {
      const headers = { accept: 'text/event-stream', ...headerOf(lastEventId) }
      const answer = await open(headers)
      if (answer.status === 404) return
      if (!answer.ok) throw new Error(String(answer.status))
      onLive?.(true)
      for await (const event of readEvents(answer)) {
        pauseMs = shortestPauseMs
        if (event.id !== '') lastEventId = event.id
        onEvent(event)
      }
    } catch {
      // Whoever stopped it hears no more of it; else it is asked for again.
    }
    if (signal.aborted) return
    onLive?.(false)
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
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

/** What an `instance` event says. */
export interface InstanceNews {
  readonly instanceId: string
  /** Of the newest entry in its timeline. */
  readonly sequence: number
}

/** The address of the stream, which tells of one approval as well when that is named. */
export const streamPath = (instanceId: string | undefined): string =>
  `/api/bpm/v1/inbox/stream${instanceId === undefined ? '' : `?instanceId=${encodeURIComponent(instanceId)}`}`
