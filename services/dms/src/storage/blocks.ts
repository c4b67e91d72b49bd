import { finished, type Readable } from 'node:stream'

export const BLOCK_BYTES = 256 * 1024
const KEPT_BLOCKS = 64
const READ_AHEAD_BLOCKS = 8

// Left to the collector, every 64 KiB from a socket counts as pressure, and it runs over the whole
// heap dozens of times per gigabyte: half of all CPU. So bytes are gathered in blocks that are used
// again, and the memory they came in is given back at once.
const idle: Buffer[] = []
const lent = new WeakSet<ArrayBufferLike>()

/** A block of {@link BLOCK_BYTES}, its content undefined. */
export function takeBlock(): Buffer {
  const block = idle.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
  lent.add(block.buffer)
  return block
}

/** Blocks that nobody looks at any more, or parts of them; what is no block, or given back, is not minded. */
export function giveBack(chunks: readonly Uint8Array[]): void {
  for (const { buffer } of chunks) {
    if (!lent.delete(buffer) || !(buffer instanceof ArrayBuffer)) continue
    if (idle.length < KEPT_BLOCKS) idle.push(Buffer.from(buffer))
    else buffer.transfer(0)
  }
}

export interface BlockOptions {
  /** Nobody else holds the stream's chunks: their memory is freed here. */
  readonly ownsChunks: boolean
  /** Told of each chunk when it comes; what it throws ends the iteration. */
  readonly onChunk?: (sizeBytes: number) => void
}

/**
 * Reads a stream in blocks, and reads ahead of whoever iterates, by 2 MiB at most. The last block is
 * the shorter rest, also before an error. Give each back when it is no longer needed. The stream is
 * left as it is, not destroyed, when the iteration ends early.
 */
export class BlockReader implements AsyncIterable<Buffer> {
  readonly #stream: Readable
  readonly #options: BlockOptions
  readonly #ready: Buffer[] = []
  #block: Buffer | undefined
  #filled = 0
  #over: { readonly error?: unknown } | undefined
  #arrival = Promise.withResolvers<void>()
  #waitedMs = 0
  #waitingSince = 0
  #spent: Uint8Array | undefined

  constructor(stream: Readable, options: BlockOptions) {
    this.#stream = stream
    this.#options = options
  }

  /** How long the reader has waited for the stream in all, until now. */
  get waitedMs(): number {
    const now = this.#waitingSince > 0 ? performance.now() - this.#waitingSince : 0
    return this.#waitedMs + now
  }

  /** Ends the iteration with `reason`, after what has come. */
  interrupt(reason: Error): void {
    this.#end({ error: reason })
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const stream = this.#stream
    const onData = (chunk: Buffer) => this.#take(chunk)
    const stopWatching = finished(stream, { writable: false }, (error) =>
      this.#end(error ? { error } : {}),
    )
    // Somebody has to listen as long as it lives; what breaks afterwards concerns nobody.
    stream.on('error', () => undefined)
    stream.on('data', onData)
    try {
      yield* this.#blocks()
    } finally {
      stopWatching()
      stream.off('data', onData).pause()
    }
  }

  async *#blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = this.#ready.shift()
      if (next !== undefined) {
        const isLow = this.#ready.length <= READ_AHEAD_BLOCKS / 2
        if (isLow && this.#stream.isPaused()) this.#stream.resume()
        yield next
      } else if (this.#over === undefined) await this.#wait()
      else if (this.#filled > 0) this.#pushBlock()
      else if ('error' in this.#over) throw this.#over.error
      else return
    }
  }

  async #wait(): Promise<void> {
    this.#waitingSince = performance.now()
    await this.#arrival.promise
    this.#waitedMs += performance.now() - this.#waitingSince
    this.#waitingSince = 0
  }

  #take(chunk: Buffer): void {
    if (this.#over !== undefined) return
    try {
      this.#options.onChunk?.(chunk.length)
    } catch (error) {
      this.#end({ error })
      return
    }
    for (let at = 0; at < chunk.length;) {
      this.#block ??= takeBlock()
      const count = chunk.copy(this.#block, this.#filled, at)
      this.#filled += count
      at += count
      if (this.#filled === BLOCK_BYTES) this.#pushBlock()
    }
    if (this.#ready.length >= READ_AHEAD_BLOCKS) this.#stream.pause()
    if (this.#ready.length > 0) this.#wake()
    // The one before: whoever read this one from a socket may still have a view of it in hand.
    if (this.#spent !== undefined && this.#options.ownsChunks) free(this.#spent)
    this.#spent = chunk
  }

  #pushBlock(): void {
    if (this.#block !== undefined) this.#ready.push(this.#block.subarray(0, this.#filled))
    ;[this.#block, this.#filled] = [undefined, 0]
  }

  #end(result: { readonly error?: unknown }): void {
    this.#over ??= result
    this.#wake()
  }

  #wake(): void {
    this.#arrival.resolve()
    this.#arrival = Promise.withResolvers()
  }
}

function free({ buffer, byteLength }: Uint8Array): void {
  // A view of something larger is not ours to free.
  const isWhole = buffer.byteLength === byteLength
  if (isWhole && byteLength > 0 && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
