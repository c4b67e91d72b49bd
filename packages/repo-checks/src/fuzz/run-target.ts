import { Worker } from 'node:worker_threads'
import { createPlace, MOST_BYTES, type Order, type Told } from './order.ts'

/** What a run came to. */
export interface Ran {
  readonly tries: number
  readonly seconds: number
  /** Ways of the code that were gone, of all. */
  readonly taken: number
  readonly all: number
  /** Inputs that went new ways, those from before included. */
  readonly inputs: readonly Uint8Array[]
}

/** An input that did harm. */
export class FaultFound extends Error {
  readonly bytes: Uint8Array

  constructor(message: string, bytes: Uint8Array) {
    super(message)
    this.bytes = bytes
  }
}

/** An input that is not done after so long does not end. By the clock: others may want the processor as well. */
const MOST_SECONDS = 30
/** More than any input needs. */
const MOST_HEAP_MIB = 512

/**
 * Tries inputs on a target, in a thread that may hang or run out of memory.
 *
 * @throws {@link FaultFound}
 */
export async function runTarget(
  order: Omit<Order, 'shared'>,
  mostSeconds = MOST_SECONDS,
): Promise<Ran> {
  const shared = new SharedArrayBuffer(8 + MOST_BYTES)
  const place = createPlace(shared)
  const thread = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: { ...order, shared } satisfies Order,
    execArgv: ['--conditions=source'],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MIB },
  })
  const inputs: Uint8Array[] = []
  const watch = watchOver(place, mostSeconds)
  try {
    return await new Promise<Ran>((resolve, reject) => {
      // Before the first input it is the target itself that cannot be loaded.
      const fail = (message: string) =>
        reject(place.number() === 0 ? new Error(message) : new FaultFound(message, place.read()))
      thread.on('message', (told: Told) => {
        if (told.kind === 'new') inputs.push(told.bytes)
        else if (told.kind === 'fault') reject(new FaultFound(told.message, told.bytes))
        else resolve({ ...told, inputs })
      })
      thread.once('error', (error: Error) => fail(error.stack ?? error.message))
      thread.once('exit', () => fail('the thread has ended'))
      watch.onHang(() => fail(`it does not end within ${mostSeconds} seconds`))
    })
  } finally {
    watch.stop()
    await thread.terminate()
  }
}

function watchOver(place: ReturnType<typeof createPlace>, mostSeconds: number) {
  let tell: () => void = () => undefined
  let [last, since] = [place.number(), performance.now()]
  const timer = setInterval(() => {
    const now = place.number()
    if (now !== last) [last, since] = [now, performance.now()]
    // Nothing is tried yet: it is being loaded.
    else if (now > 0 && performance.now() - since > mostSeconds * 1000) tell()
  }, 200)
  return {
    onHang: (heard: () => void) => void (tell = heard),
    stop: () => clearInterval(timer),
  }
}
