import { Logger, run, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import {
  createSend,
  inOrderOfTime,
  REQUESTS_AT_ONCE,
  type Contender,
  type Job,
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

/** A named queue per instance, which is how it runs jobs one after the other. */
export const graphileWorker: Contender = {
  async seed(databaseUrl, workload) {
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
  },
  async prepare({ databaseUrl, origin }) {
    const send = createSend(origin)
    return async (signal) => {
      const runner = await run({
        connectionString: databaseUrl,
        noHandleSignals: true,
        preset: {
          worker: {
            concurrentJobs: REQUESTS_AT_ONCE,
            maxPoolSize: 10,
            pollInterval: 50,
            localQueue: { size: BATCH },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            logger,
          },
        },
        taskList: {
          [TASK]: async (payload) => {
            if (!(await send(payload as Job, signal))) throw new Error('not delivered')
          },
        },
      })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await runner.stop()
    }
  },
}
