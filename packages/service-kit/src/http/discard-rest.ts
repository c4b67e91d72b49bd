import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** Past these a client that will not stop is cut off. */
export interface DiscardLimits {
  readonly maxBytes: number
  readonly idleMs: number
  /** However steadily it comes: a byte now and then holds no answer back. */
  readonly totalMs: number
}

const defaultLimits: DiscardLimits = { maxBytes: 64 * 1024 * 1024, idleMs: 1_000, totalMs: 10_000 }

/**
 * Reads what is left of a request's body and drops it, within limits. An answer that closes the
 * connection while the client still sends may never arrive: the unread bytes reset the connection,
 * and a proxy in between reports a fault of the service (RFC 9112 section 9.6).
 *
 * @returns whether the body is at its end; if not, the connection is of no further use.
 */
export async function discardRest(
  request: IncomingMessage,
  { maxBytes, idleMs, totalMs }: DiscardLimits = defaultLimits,
): Promise<boolean> {
  if (!announcesBody(request.headers)) return true
  const endsAt = performance.now() + totalMs
  let bytes = 0
  while (!request.readableEnded && !request.destroyed && bytes < maxBytes) {
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) return false
    const chunk: Buffer | null = request.read()
    if (chunk !== null) bytes += chunk.length
    else if (!(await hasNews(request, Math.min(idleMs, leftMs)))) return false
  }
  return request.readableEnded
}

const announcesBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const events = ['readable', 'end', 'close', 'error'] as const

/** Whether anything happens to the stream in time. */
function hasNews(request: IncomingMessage, idleMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (news: boolean) => {
      clearTimeout(timer)
      for (const event of events) request.off(event, onNews)
      resolve(news)
    }
    const onNews = () => settle(true)
    const timer = setTimeout(settle, idleMs, false)
    for (const event of events) request.on(event, onNews)
  })
}
