import type { Semaphore } from '@countersign/service-kit/semaphore'
import { ObjectIncomplete } from '../object-store.ts'
import type { OwnedBytes } from '../owned-bytes.ts'
import { moved, type S3Answer, type S3Client, type S3Request } from './client.ts'
import { PartFlow } from './part-flow.ts'

// Bytes are sent on while they come, once so many are here: a sender that is this far is no idle one.
// Until then they need no memory of the budget.
const SENT_FROM_BYTES = 256 * 1024
// A request that has waited so long in all for its sender is given up; it holds no storage.
const PATIENCE_MS = 2_000

type Place = Pick<S3Request, 'key' | 'query' | 'signal' | 'elsewhere'>

/** Bytes that are put as one while they come. */
export interface PassingPart {
  /** What is here. */
  readonly flow: PartFlow
  /** Whether enough is here to begin with storing, and nobody has. */
  readonly isDue: boolean
  /** Takes what comes; waits for the memory that all of them will need. */
  push(chunk: OwnedBytes): Promise<void>
  /** Stores them, what comes later following; once, however often it is called. */
  store(place: Place): Promise<S3Answer>
  /** No more will come: gives up what was begun. */
  cut(): Promise<void>
}

export interface PassingOptions {
  readonly lengthBytes: number
  /** Of all who send in this process: the bytes are kept until they are stored. */
  readonly memory: Semaphore
  readonly signal: AbortSignal
}

export function openPart(client: S3Client, options: PassingOptions): PassingPart {
  const { lengthBytes, memory, signal } = options
  const flow = new PartFlow(lengthBytes, PATIENCE_MS)
  let storing: Promise<S3Answer> | undefined
  let release: (() => void) | undefined
  return {
    flow,
    push: async (chunk) => {
      if (flow.sizeBytes + chunk.bytes.length >= SENT_FROM_BYTES) {
        release ??= await memory.acquire({ permits: lengthBytes, signal })
      }
      flow.push(chunk)
    },
    get isDue() {
      return storing === undefined && flow.sizeBytes >= SENT_FROM_BYTES
    },
    store: (place) => {
      storing ??= putFlow(client, place, flow).finally(() => release?.())
      // Whoever waits for it hears of it; until then it is nobody's.
      storing.catch(() => undefined)
      return storing
    },
    cut: async () => {
      flow.cut()
      await storing?.catch(() => undefined)
      release?.()
    },
  }
}

/** Puts bytes while they come; when they come too slowly, once all of them are here. */
async function putFlow(client: S3Client, place: Place, flow: PartFlow): Promise<S3Answer> {
  const send = (to: Place) => putBytes(client, { ...to, body: flow })
  return send(place).catch(async (error: unknown) => {
    if (!flow.isInterrupted) throw error
    await flow.whole()
    return { ...(await send(await moved(place))), isRepeat: true }
  })
}

/** The server does not know the upload that bytes were put to, or not any more. */
export class UploadGone extends Error {
  override readonly name = 'UploadGone'
}

/**
 * @throws {@link ObjectIncomplete} when they are refused.
 * @throws {@link UploadGone}
 */
export async function putBytes(
  client: S3Client,
  request: Omit<S3Request, 'method'>,
): Promise<S3Answer> {
  const answer = await client.send({ method: 'PUT', ...request })
  if (answer.status === 404 && request.query?.['uploadId'] !== undefined) throw new UploadGone()
  if (answer.status !== 200) throw new ObjectIncomplete(`the bytes were refused: ${answer.status}`)
  return answer
}
