import { problems } from '../../../problems.ts'
import { BlockReader, type ByteSource } from '../../../storage/block-reader.ts'
import type { BufferPool } from '../../../storage/buffer-pool.ts'
import type { OwnedBytes } from '../../../storage/owned-bytes.ts'

// A sender below this rate keeps a socket and a session from others.
const MIN_BYTES_PER_SECOND = 1024
// While others wait for memory that it holds: a part of 8 MiB in about two minutes.
const MIN_CROWDED_BYTES_PER_SECOND = 64 * 1024

export interface SenderWatch {
  /** Ends with the reason when the sender has lost the session. */
  readonly signal: AbortSignal
  /** What comes; ends with the reason when the sender is too slow. */
  readonly blocks: AsyncIterable<OwnedBytes>
  stop(): void
}

/**
 * Watches one sender: renews its lease while it lives, and cuts it off when it is silent or below a
 * minimum rate. Time in which the storage is waited for is not counted against it; there is no
 * limit to the whole, so that a large file may take its hours.
 */
export function watchSender(options: {
  readonly source: ByteSource
  readonly pool: BufferPool
  readonly idleSeconds: number
  readonly onChunk: (sizeBytes: number) => void
  readonly renew: () => Promise<boolean>
  /** Whether others wait for memory that slow senders hold. */
  readonly isCrowded: () => boolean
}): SenderWatch {
  const { source, pool, idleSeconds, isCrowded } = options
  const abort = new AbortController()
  let [bytes, waitedBefore] = [0, 0]
  // The stream is the request: destroying it would take the answer's connection away. So it is left
  // open when reading ends early, and a read that waits for the client is given up, not cut.
  const blocks = new BlockReader(source, {
    pool,
    onChunk: (sizeBytes) => {
      bytes += sizeBytes
      options.onChunk(sizeBytes)
    },
  })
  const check = async () => {
    const waited = blocks.waitedMs - waitedBefore
    if (waited >= idleSeconds * 1000) {
      // What it sent until now is kept: only its own stream ends, not what the storage does.
      const leastRate = isCrowded() ? MIN_CROWDED_BYTES_PER_SECOND : MIN_BYTES_PER_SECOND
      if (bytes < (waited / 1000) * leastRate) {
        blocks.interrupt(problems.upload_too_slow())
        return
      }
      ;[bytes, waitedBefore] = [0, blocks.waitedMs]
    }
    if (await options.renew()) return
    const lost = problems.upload_busy()
    abort.abort(lost)
    blocks.interrupt(lost)
  }
  const timer = setInterval(
    () => void check().catch(() => undefined),
    Math.max(100, (idleSeconds * 1000) / 4),
  )
  timer.unref()
  return { signal: abort.signal, blocks, stop: () => clearInterval(timer) }
}
