import type { FileHandle } from 'node:fs/promises'
import { BLOCK_BYTES, type BufferPool } from '../buffer-pool.ts'
import type { ByteRange, OpenObject } from '../object-store.ts'
import type { OwnedBytes } from '../owned-bytes.ts'

/** Reads a file, or a range of it, by blocks: one is filled while the one before is sent. */
export function readFile(file: FileHandle, pool: BufferPool, range?: ByteRange): OpenObject {
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    // Nothing was written, so there is nothing that closing could still report.
    file.close().catch(() => undefined)
  }

  async function* iterate(): AsyncGenerator<OwnedBytes> {
    let position = range?.start ?? 0
    const read = async () => {
      const length = Math.min(BLOCK_BYTES, (range?.end ?? Infinity) + 1 - position)
      const block = pool.take()
      const { bytesRead } = await file.read(block.buffer, 0, length, position)
      position += bytesRead
      return block.handOn(bytesRead)
    }
    const readAhead = () => {
      const coming = read()
      // Whoever asks for the block hears of it; until then it is nobody's.
      coming.catch(() => undefined)
      return coming
    }
    let ahead = readAhead()
    try {
      for (;;) {
        const chunk = await ahead
        if (chunk.bytes.length === 0) return
        ahead = readAhead()
        yield chunk
      }
    } finally {
      // The system may still be writing into it.
      await ahead.then((chunk) => chunk.release()).catch(() => undefined)
      close()
    }
  }

  return { [Symbol.asyncIterator]: iterate, close }
}
