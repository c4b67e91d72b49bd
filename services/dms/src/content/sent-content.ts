import { Readable, type Writable } from 'node:stream'
import type { OpenObject } from '../storage/object-store.ts'

/**
 * A body for a reply that is written chunk by chunk, the next one asked for when the socket has
 * taken the last: so the storage may use the same memory again and again. It can be piped, which is
 * what a reply does with it, and nothing else.
 */
export class SentContent extends Readable {
  readonly #object: OpenObject
  readonly #sizeBytes: number

  constructor(object: OpenObject, sizeBytes: number) {
    super()
    this.#object = object
    this.#sizeBytes = sizeBytes
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    // A reply is a stream of Node's own.
    this.#writeTo(destination as unknown as Writable).catch((error: Error) => this.destroy(error))
    return destination
  }

  override _read(): void {
    this.destroy(new Error('this body can only be piped'))
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#object.close()
    done(error)
  }

  async #writeTo(destination: Writable): Promise<void> {
    let [isGone, sentBytes] = [false, 0]
    let goOn = (): void => undefined
    // A socket that is gone may never say that it took the chunk.
    const leave = () => {
      isGone = true
      goOn()
    }
    destination.once('close', leave)
    try {
      for await (const chunk of this.#object) {
        const { bytes } = chunk
        await new Promise<void>((resolve) => {
          goOn = resolve
          destination.write(bytes, () => resolve())
        })
        // What is gone may still be writing: then the chunk is dropped, not released.
        if (isGone || this.destroyed) return
        sentBytes += bytes.length
        chunk.release()
      }
    } finally {
      destination.off('close', leave)
    }
    // Its length was announced: a reply that ends early would leave the reader waiting for the rest.
    if (sentBytes !== this.#sizeBytes) throw new Error(`the object ended after ${sentBytes} bytes`)
    destination.end()
    this.push(null)
    this.resume()
  }
}
