import { setTimeout as pause } from 'node:timers/promises'
import { Logger, run, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import {
  createSend,
  inOrderOfTime,
  REQUESTS_AT_ONCE,
  type Contender,
  type Job,
  type WorkerSettings,
  type Workload,
} from '../workload.ts'
import { openLanes } from './lanes.ts'

const TASK = 'deliver'
const logger = new Logger(() => (level, message) => {
  // Jobs that fail are part of the measurement, and it complains when it is stopped amid its work.
  if (level === 'error' && !/Failed task|queue|eactivat|shutdown/.test(message))
    console.error(message)
})

// Looking for the next job passes over all queues and jobs, so jobs are taken many at a time.
const BATCH = 500
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

interface Setting {
  /** Jobs that a worker takes at a time. */
  readonly batch: number
  /** Whether a job that fails is tried again within itself: nothing else makes its queue wait. */
  readonly inPlace: boolean
}

// Each job asked for by itself, as it works unless it is told otherwise, or many at a time; and either
// way in order, or as it treats a job that fails by itself: later, when those behind it in its queue
// have overtaken it.
export const graphileWorker = worker({ batch: 1, inPlace: true })
export const graphileWorkerOvertaking = worker({ batch: 1, inPlace: false })
export const graphileWorkerLocal = worker({ batch: BATCH, inPlace: true })
export const graphileWorkerLocalOvertaking = worker({ batch: BATCH, inPlace: false })

/** A named queue per instance, which is how it runs jobs one after the other. */
function worker(setting: Setting): Contender {
  return { seed, prepare: (settings) => prepare(settings, setting) }
}

async function seed(databaseUrl: string, workload: Workload): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger })
  const db = openLanes(databaseUrl)
  for (const jobs of inOrderOfTime(workload, 5_000)) {
    await sql`
        select count(*) from graphile_worker.add_jobs(array(
          select (${TASK}, job.payload::json, job.queue, timestamptz '2026-01-01'
            + job.sequence * interval '1 second', 1000, null, null, null
          )::graphile_worker.job_spec
          from unnest(
            ${jobs.map((job) => JSON.stringify(job))}::text[],
            ${jobs.map(({ instanceId }) => instanceId)}::text[],
            ${jobs.map(({ sequence }) => sequence)}::integer[]
          ) as job (payload, queue, sequence)))`.execute(db)
  }
  await sql`vacuum analyze`.execute(db)
  await db.destroy()
}

async function prepare({ databaseUrl, origin }: WorkerSettings, { batch, inPlace }: Setting) {
  const send = createSend(origin)
  return async (signal: AbortSignal) => {
    const deliver = async (payload: unknown) => {
      for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs *= 2) {
        if (await send(payload as Job, signal).catch(() => false)) return
        if (!inPlace) break
        await pause(Math.min(pauseMs, LONGEST_PAUSE_MS), undefined, { signal }).catch(
          () => undefined,
        )
      }
      throw new Error('not delivered')
    }
    const runner = await run({
      connectionString: databaseUrl,
      noHandleSignals: true,
      preset: {
        worker: {
          concurrentJobs: REQUESTS_AT_ONCE,
          maxPoolSize: 10,
          pollInterval: 50,
          ...(batch > 1 && { localQueue: { size: batch } }),
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          logger,
        },
      },
      taskList: { [TASK]: deliver },
    })
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await runner.stop()
  }
}
