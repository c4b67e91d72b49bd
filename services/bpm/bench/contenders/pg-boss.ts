import { PgBoss } from 'pg-boss'
import {
  createSend,
  forEachAtOnce,
  inOrderOfTime,
  REQUESTS_AT_ONCE,
  type Contender,
  type Job,
} from '../workload.ts'

const QUEUE = 'events'
const BATCH = 1_000

/** A queue of the policy that keeps the order per key; batches, and no pause between them. */
export const pgBoss: Contender = {
  async seed(databaseUrl, workload) {
    const boss = new PgBoss({ connectionString: databaseUrl, schedule: false })
    boss.on('error', report)
    await boss.start()
    await boss.createQueue(QUEUE, { policy: 'key_strict_fifo', retryLimit: 1_000, retryDelay: 1 })
    for (const jobs of inOrderOfTime(workload, 5_000)) {
      await boss.insert(
        QUEUE,
        jobs.map((data) => ({ data, singletonKey: data.instanceId })),
      )
    }
    await boss.stop({ graceful: false })
  },
  async prepare({ databaseUrl, origin }) {
    const boss = new PgBoss({ connectionString: databaseUrl, schedule: false, max: 4 })
    boss.on('error', report)
    await boss.start()
    const send = createSend(origin)
    return async (signal) => {
      while (!signal.aborted) {
        const jobs = await boss.fetch<Job>(QUEUE, { batchSize: BATCH })
        const done: string[] = []
        const failed: string[] = []
        await forEachAtOnce(jobs, REQUESTS_AT_ONCE, signal, async ({ id, data }) => {
          const delivered = await send(data, signal).catch(() => false)
          ;(delivered ? done : failed).push(id)
        })
        if (done.length > 0) await boss.complete(QUEUE, done)
        if (failed.length > 0) await boss.fail(QUEUE, failed)
      }
      await boss.stop({ graceful: false })
    }
  },
}

function report(error: unknown): void {
  console.error(error)
}
