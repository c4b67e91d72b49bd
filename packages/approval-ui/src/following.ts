import type { ReactiveController } from 'lit'
import type { Transport } from './api.ts'
import { holdStream, streamPath, type InstanceNews } from './stream/stream.ts'

/** An approval that is to be followed, and by which way. */
export interface Followed {
  readonly instanceId: string
  readonly transport: Transport
}

/** What shows it, and reads again what is newer than that. */
interface Shown {
  catchUp(sequence: number): Promise<unknown>
}

/**
 * Holds a stream that tells what happens to the approval which its element shows. A page in the background
 * holds none; seen again, the first event says how far the approval has come meanwhile.
 */
export class Following implements ReactiveController {
  readonly #find: () => Followed | undefined
  readonly #shown: Shown
  #followed: Followed | undefined
  #leaving = new AbortController()

  /** @param find What is to be followed now; asked after each rendering. */
  constructor(find: () => Followed | undefined, shown: Shown) {
    this.#find = find
    this.#shown = shown
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#look)
    this.#look()
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#look)
    this.#follow(undefined)
  }

  hostUpdated(): void {
    this.#look()
  }

  readonly #look = (): void => this.#follow(document.hidden ? undefined : this.#find())

  #follow(followed: Followed | undefined): void {
    const before = this.#followed
    if (followed?.instanceId === before?.instanceId && followed?.transport === before?.transport) {
      return
    }
    this.#leaving.abort()
    this.#followed = followed
    if (followed === undefined) return
    this.#leaving = new AbortController()
    void this.#hold(followed, this.#leaving.signal)
  }

  async #hold({ instanceId, transport }: Followed, signal: AbortSignal): Promise<void> {
    const path = streamPath(instanceId)
    await holdStream({
      open: async (headers) =>
        typeof transport === 'function'
          ? transport(path, { headers, signal })
          : transport.fetch(path, { headers, signal }),
      signal,
      onEvent: ({ type, data }) => {
        // Its shape is the service's, as its document describes it.
        if (type !== 'instance') return
        const { sequence } = JSON.parse(data) as InstanceNews
        void this.#shown.catchUp(sequence)
      },
    })
  }
}
