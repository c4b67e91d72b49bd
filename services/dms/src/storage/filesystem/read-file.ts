import type { FileHandle } from 'node:fs/promises'
import { BLOCK_BYTES, giveBack, takeBlock } from '../blocks.ts'
import type { ByteRange, OpenObject } from '../object-store.ts'

/** Reads a file, or a range of it, into two blocks in turn: one is filled while the other is sent. */
export function readFile(file: FileHandle, range?: ByteRange): OpenObject {
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    // Nothing was written, so there is nothing that closing could still report.
    file.close().catch(() => undefined)
  }

  async function* iterate(): AsyncGenerator<Uint8Array> {
    const blocks = [takeBlock(), takeBlock()] as const
    let position = range?.start ?? 0
    const read = async (block: Buffer) => {
      const length = Math.min(BLOCK_BYTES, (range?.end ?? Infinity) + 1 - position)
      const { bytesRead } = await file.read(block, 0, length, position)
      position += bytesRead
      return block.subarray(0, bytesRead)
    }
    const fill = (block: Buffer) => {
      const filled = read(block)
      // Whoever asks for the block hears of it; until then it is nobody's.
      filled.catch(() => undefined)
      return filled
    }
    let reading = fill(blocks[0])
    try {
      for (let turn = 1; ; turn = 1 - turn) {
        const chunk = await reading
        if (chunk.length === 0) return
        reading = fill(turn === 1 ? blocks[1] : blocks[0])
        yield chunk
      }
    } finally {
      // The system may still be writing into it.
      await reading.catch(() => undefined)
      giveBack(blocks)
      close()
    }
  }

  return { [Symbol.asyncIterator]: iterate, close }
}
