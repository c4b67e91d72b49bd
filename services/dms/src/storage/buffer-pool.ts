import type { OwnedBytes } from './owned-bytes.ts'

export const BLOCK_BYTES = 256 * 1024
// 16 MiB: what a process keeps when nothing is under way.
const KEPT_BLOCKS = 64

/** A block that is being filled; its content is undefined until then. */
export interface Block {
  /** All {@link BLOCK_BYTES} of it. @throws when it was handed on. */
  readonly buffer: Buffer
  /** Hands the block on by its first bytes: whoever releases those gives the whole block back. */
  handOn(sizeBytes: number): OwnedBytes
}

/**
 * A buffer pool: blocks of one size that are used again.
 *
 * Left to the collector, every 64 KiB from a socket counts as pressure, and it runs over the whole
 * heap dozens of times per gigabyte: half of all CPU (docs/performance/documents.md). So bytes are
 * gathered in blocks that are used again. What is released above the blocks that are kept is the
 * collector's.
 */
export interface BufferPool {
  take(): Block
}

export function createBufferPool(): BufferPool {
  const idle: Buffer[] = []
  const giveBack = (buffer: Buffer) => {
    if (idle.length < KEPT_BLOCKS) idle.push(buffer)
  }
  return { take: () => lend(idle.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES), giveBack) }
}

function lend(memory: Buffer, giveBack: (memory: Buffer) => void): Block {
  let filling: Buffer | undefined = memory
  return {
    get buffer() {
      return hold(filling)
    },
    handOn: (sizeBytes) => {
      const bytes = hold(filling).subarray(0, sizeBytes)
      filling = undefined
      return own(bytes, () => giveBack(memory))
    },
  }
}

function own(view: Uint8Array, giveBack: () => void): OwnedBytes {
  let held: Uint8Array | undefined = view
  return {
    get bytes() {
      return hold(held)
    },
    release: () => {
      if (held === undefined) return
      held = undefined
      giveBack()
    },
  }
}

function hold<T>(memory: T | undefined): T {
  if (memory === undefined) throw new Error('this memory has another owner now')
  return memory
}
