import {
  createSend,
  eventsOf,
  forEachAtOnce,
  REQUESTS_AT_ONCE,
  type Contender,
} from '../workload.ts'

/** The same calls, in order per instance, from memory: what no database can beat. */
export const ceiling: Contender = {
  seed: async () => undefined,
  prepare: async ({ origin, workload, index, workers }) => {
    const send = createSend(origin)
    const mine = Array.from({ length: workload.instances }, (_, instance) => instance)
      .filter((instance) => instance % workers === index)
      .map((instance) => eventsOf(workload, instance))
    return (signal) =>
      forEachAtOnce(mine, REQUESTS_AT_ONCE, signal, async (jobs) => {
        for (const job of jobs) {
          // What is under way at the end breaks off.
          if (signal.aborted || !(await send(job, signal).catch(() => false))) return
        }
      })
  },
}
