import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type OwnedBytes, releaseAll } from '../owned-bytes.ts'

/**
 * Bytes of known number on their way through: sent as they come, and kept until they are stored, so
 * that a request that failed can be sent again. Any number of iterations; each begins with the first
 * byte and waits for those that are not here yet.
 *
 * Kept by: services/dms/src/storage/s3/part-flow.test.ts "are read while they come, and again"
 */
export class PartFlow implements AsyncIterable<Uint8Array> {
  /** How many bytes there will be. */
  readonly lengthBytes: number
  readonly #chunks: OwnedBytes[] = []
  readonly #patienceMs: number
  #sizeBytes = 0
  #hasStalled = false
  #end: Error | undefined
  #arrival = Promise.withResolvers<void>()

  /** @param patienceMs How long an iteration waits, in all, for bytes to come. */
  constructor(lengthBytes: number, patienceMs: number) {
    this.lengthBytes = lengthBytes
    this.#patienceMs = patienceMs
  }

  /** How many bytes are here. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Whether an iteration was ended because bytes came too slowly, or will be because none come. */
  get isInterrupted(): boolean {
    return this.#end !== undefined || this.#hasStalled
  }

  /** All that is here, as it came. */
  get chunks(): Uint8Array[] {
    return this.#chunks.map(({ bytes }) => bytes)
  }

  /** Takes a chunk and owns it from now on. */
  push(chunk: OwnedBytes): void {
    this.#chunks.push(chunk)
    this.#sizeBytes += chunk.bytes.length
    this.#wake()
  }

  /** SHA-256 of all that is here, in hexadecimal digits; lets others at the processor meanwhile. */
  async hash(): Promise<string> {
    const hash = createHash('sha256')
    for (const { bytes } of this.#chunks) {
      hash.update(bytes)
      await setImmediate()
    }
    return hash.digest('hex')
  }

  /** Once all are stored: nobody iterates any more. */
  release(): void {
    releaseAll(this.#chunks)
  }

  /** No more will come. */
  cut(): void {
    this.#end ??= new Error('the bytes broke off')
    this.#wake()
  }

  /** Waits until all are here; from then on no iteration waits. @throws when no more come. */
  async whole(): Promise<void> {
    while (this.#sizeBytes < this.lengthBytes) {
      if (this.#end !== undefined) throw this.#end
      await this.#arrival.promise
    }
    this.#hasStalled = false
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let patienceMs = this.#patienceMs
    for (let [index, sent] = [0, 0]; sent < this.lengthBytes;) {
      const chunk = this.#chunks[index]?.bytes
      if (chunk !== undefined) {
        index += 1
        sent += chunk.length
        yield chunk
        continue
      }
      if (this.#end !== undefined) throw this.#end
      const since = performance.now()
      await this.#arrives(patienceMs)
      patienceMs -= performance.now() - since
      if (patienceMs <= 0) {
        this.#hasStalled = true
        throw new Error('the bytes come too slowly')
      }
    }
  }

  async #arrives(withinMs: number): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, withinMs)
    await Promise.race([this.#arrival.promise, late.promise])
    clearTimeout(timer)
  }

  #wake(): void {
    this.#arrival.resolve()
    this.#arrival = Promise.withResolvers()
  }
}
