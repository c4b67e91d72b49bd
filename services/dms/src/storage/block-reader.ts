import { finished, type Readable } from 'node:stream'
import { type Block, BLOCK_BYTES, type BufferPool } from './buffer-pool.ts'
import type { OwnedBytes } from './owned-bytes.ts'

const READ_AHEAD_BLOCKS = 8

/** Where bytes come from, and whose the chunks are that it emits. */
export interface ByteSource {
  readonly stream: Readable
  /**
   * `reader`: they come from a socket, and nobody else ever sees them. Each is freed when it was
   * copied and the next one is here. `other`: somebody else may hold them; they stay as they are.
   */
  readonly chunksOf: 'reader' | 'other'
}

export interface BlockReaderOptions {
  readonly pool: BufferPool
  /** Told of each chunk when it comes; what it throws ends the iteration. */
  readonly onChunk?: (sizeBytes: number) => void
}

/**
 * Reads a stream in blocks, and reads ahead of whoever iterates, by 2 MiB at most. Whoever iterates
 * owns each block that is handed out. The last one is the shorter rest, also before an error. The
 * stream is left as it is, not destroyed, when the iteration ends early.
 *
 * Kept by: services/dms/src/storage/block-reader.test.ts "hold its bytes in order"
 */
export class BlockReader implements AsyncIterable<OwnedBytes> {
  readonly #source: ByteSource
  readonly #options: BlockReaderOptions
  readonly #ready: OwnedBytes[] = []
  #block: Block | undefined
  #filled = 0
  #over: { readonly error?: unknown } | undefined
  #arrival = Promise.withResolvers<void>()
  #waitedMs = 0
  #waitingSince = 0
  #spent: Uint8Array | undefined

  constructor(source: ByteSource, options: BlockReaderOptions) {
    this.#source = source
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

  async *[Symbol.asyncIterator](): AsyncGenerator<OwnedBytes> {
    const { stream } = this.#source
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

  async *#blocks(): AsyncGenerator<OwnedBytes> {
    const { stream } = this.#source
    for (;;) {
      const next = this.#ready.shift()
      if (next !== undefined) {
        const isLow = this.#ready.length <= READ_AHEAD_BLOCKS / 2
        if (isLow && stream.isPaused()) stream.resume()
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
      this.#block ??= this.#options.pool.take()
      const count = chunk.copy(this.#block.buffer, this.#filled, at)
      this.#filled += count
      at += count
      if (this.#filled === BLOCK_BYTES) this.#pushBlock()
    }
    if (this.#ready.length >= READ_AHEAD_BLOCKS) this.#source.stream.pause()
    if (this.#ready.length > 0) this.#wake()
    if (this.#source.chunksOf === 'other') return
    // The one before: whoever read this one from a socket may still have a view of it in hand.
    if (this.#spent !== undefined) free(this.#spent)
    this.#spent = chunk
  }

  #pushBlock(): void {
    if (this.#block !== undefined) this.#ready.push(this.#block.handOn(this.#filled))
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
  // A view of something larger has other owners.
  const isWhole = buffer.byteLength === byteLength
  if (isWhole && byteLength > 0 && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
