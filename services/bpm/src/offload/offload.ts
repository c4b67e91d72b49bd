// What one tenant sends never holds the event loop: what is large is read and checked in a thread of its own, with
// limits on time and memory. The thread starts when it is wanted and ends when it has been idle.
//
// Kept by: services/bpm/src/offload/offload.test.ts "lets nothing that a tenant sends hold the loop"
import type { Logger } from '@countersign/service-kit/log'
import { Problem } from '@countersign/service-kit/problem'
import { createSemaphore, type Semaphore } from '@countersign/service-kit/semaphore'
import type { Piscina } from 'piscina'
import { problems } from '../problems.ts'
import { jobs, type Inputs, type JobName, type Outputs } from './jobs.ts'
import type { run } from './thread.ts'

/** What is shorter is surely cheap: at its worst it takes a third of the time that nobody notices. */
const SURELY_CHEAP = 16 * 1024
/** A hundred times of what the worst documents take, on a machine that has much to do. */
const DEADLINE_MS = 20_000
const IDLE_MS = 60_000
/** More than the largest documents take; the loop's own heap is not touched. */
const MEMORY = { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 4 }
/** Of one tenant; one of them is done at a time, so that others have their turn between. */
const MOST_WAITING = 16
const MOST_TENANTS_WAITING = 64

export interface Offload {
  /**
   * @param length How long that is which somebody has sent, in characters.
   * @throws `bpm.definition_too_costly` for what takes more time or memory than it may, `bpm.unavailable` while too
   *   much waits already.
   */
  run<N extends JobName>(name: N, input: Inputs[N], of: Sent): Promise<Outputs[N]>
  close(): Promise<void>
}

interface Sent {
  readonly tenantId: string
  readonly length: number
  /** Was read and found sound before it was published: it waits as long as it takes, in a queue of its own. */
  readonly isPublished?: boolean
}

interface OffloadOptions {
  readonly deadlineMs?: number
  readonly surelyCheap?: number
  readonly memory?: typeof MEMORY
  readonly log?: Pick<Logger, 'error'> | undefined
}

export function createOffload({
  deadlineMs = DEADLINE_MS,
  surelyCheap = SURELY_CHEAP,
  memory = MEMORY,
  log,
}: OffloadOptions = {}): Offload {
  let started: Promise<Thread> | undefined
  const underWay = new Set<(error: Error) => void>()
  const thread = () => (started ??= startThread(memory).then(watched))
  const turns = createSemaphore({
    permits: 1,
    queue: { max: MOST_TENANTS_WAITING, refuse: tooMuchWaits },
  })
  const tenants = createTenantTurns()
  const published = createSemaphore({ permits: 1 })

  /** A thread that dies with no work in it says so to the pool: unheard, that would end the process. */
  function watched(pool: Thread): Thread {
    return pool.on('error', (error: Error) => {
      log?.error({ err: error }, 'the thread for definitions ended')
      // What ran out of memory was told so. What waits for a thread that does not start would wait for nothing.
      if (!isOutOfMemory(error)) for (const fail of underWay) fail(error)
    })
  }

  async function send<N extends JobName>(name: N, input: Inputs[N]): Promise<Outputs[N]> {
    const { fromSent, toSent } = await import('./sent.ts')
    const task = { name, input: toSent(input) as Inputs[N] }
    const pool = await thread()
    const failed = Promise.withResolvers<never>()
    underWay.add(failed.reject)
    try {
      const signal = AbortSignal.timeout(deadlineMs)
      // The thread has run the function of this name.
      const result = (await Promise.race([
        pool.run(task, { signal }),
        failed.promise,
      ])) as Outputs[N]
      fromSent(result)
      return result
    } catch (error) {
      throw isTooCostly(error) ? problems.definition_too_costly() : error
    } finally {
      underWay.delete(failed.reject)
    }
  }

  return {
    async run(name, input, { tenantId, length, isPublished = false }) {
      if (length < surelyCheap) return jobs[name](input)
      if (isPublished) return published.run(() => send(name, input)).catch(raiseLater)
      return tenants.run(tenantId, () => turns.run(() => send(name, input)))
    },
    close: async () => (await started)?.destroy(),
  }
}

type Thread = Piscina<Parameters<typeof run>[0], Awaited<ReturnType<typeof run>>>

async function startThread(memory: typeof MEMORY): Promise<Thread> {
  const { Piscina } = await import('piscina')
  // Sources run as they are: their packages are found as sources, too.
  const isSource = import.meta.url.endsWith('.ts')
  return new Piscina({
    filename: new URL(isSource ? 'thread.ts' : 'thread.js', import.meta.url).href,
    name: 'run',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: memory,
    execArgv: isSource ? ['--conditions=source'] : [],
  })
}

/** One at a time of each tenant; what is kept of a tenant goes with the last that waits. */
function createTenantTurns() {
  const tenants = new Map<string, { readonly turns: Semaphore; users: number }>()
  return {
    async run<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
      const queue = { max: MOST_WAITING, refuse: tooMuchWaits }
      const known = tenants.get(tenantId)
      const tenant = known ?? { turns: createSemaphore({ permits: 1, queue }), users: 0 }
      tenants.set(tenantId, tenant)
      tenant.users += 1
      try {
        return await tenant.turns.run(work)
      } finally {
        tenant.users -= 1
        if (tenant.users === 0) tenants.delete(tenantId)
      }
    },
  }
}

const tooMuchWaits = () =>
  problems.unavailable({
    detail: 'Too many large documents are being read.',
    headers: { 'retry-after': '5' },
  })

function isTooCostly(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || isOutOfMemory(error)
}

const isOutOfMemory = (error: Error): boolean =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** What could be read when it was published can be read again: the machine is slow, not the document too costly. */
function raiseLater(error: unknown): never {
  const isRefused = error instanceof Problem && error.code === 'bpm.definition_too_costly'
  throw isRefused
    ? problems.unavailable({ detail: 'The definition could not be read in time.' })
    : error
}
