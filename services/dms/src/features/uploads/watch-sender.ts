import type { Readable } from 'node:stream'
import { problems } from '../../problems.ts'

// A sender below this rate keeps a socket and a session from others.
const MIN_BYTES_PER_SECOND = 1024

export interface SenderWatch {
  /** Ends with the reason when the sender is too slow or has lost the session. */
  readonly signal: AbortSignal
  chunks(
    through: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
  ): AsyncIterable<Uint8Array>
  stop(): void
}

/**
 * Watches one sender: renews its lease while it lives, and cuts it off when it is silent or below a
 * minimum rate. Time in which the storage is waited for is not counted against it; there is no
 * limit to the whole, so that a large file may take its hours.
 */
export function watchSender(options: {
  readonly stream: Readable
  readonly idleSeconds: number
  readonly renew: () => Promise<boolean>
}): SenderWatch {
  const { stream, idleSeconds } = options
  const abort = new AbortController()
  let [bytes, waitedMs, waitingSince] = [0, 0, 0]

  let interrupt: ((reason: Error) => void) | undefined
  const end = (reason: Error) => {
    if (abort.signal.aborted) return
    abort.abort(reason)
    interrupt?.(reason)
  }
  const check = async () => {
    const waited = waitedMs + (waitingSince > 0 ? performance.now() - waitingSince : 0)
    if (waited >= idleSeconds * 1000) {
      if (bytes < (waited / 1000) * MIN_BYTES_PER_SECOND) return end(problems.upload_too_slow())
      ;[bytes, waitedMs] = [0, 0]
      if (waitingSince > 0) waitingSince = performance.now()
    }
    if (!(await options.renew())) end(problems.upload_busy())
  }
  const timer = setInterval(
    () => void check().catch(() => undefined),
    Math.max(100, (idleSeconds * 1000) / 4),
  )
  timer.unref()

  // The stream is the request: destroying it would take the answer's connection away. So it is left
  // open when reading ends early, and a read that waits for the client is given up, not cut.
  const iterator = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
  const next = () =>
    new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      interrupt = reject
      iterator.next().then(resolve, reject)
    })

  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      abort.signal.throwIfAborted()
      waitingSince = performance.now()
      const result = await next()
      waitedMs += performance.now() - waitingSince
      waitingSince = 0
      if (result.done === true) return
      bytes += result.value.length
      yield result.value
    }
  }

  return {
    signal: abort.signal,
    chunks: (through) => through(read()),
    stop: () => clearInterval(timer),
  }
}
