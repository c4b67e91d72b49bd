// Preloaded into a service under test: writes each turn of its event loop that held longer than most, and how much
// memory the process has.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['LOOP_PROBE_FILE']
/** Shorter turns are of no interest. */
const WORTH_TELLING_MS = 10
const MEMORY_STEP = 2 ** 20

if (isMainThread && file !== undefined) {
  let before = process.threadCpuUsage()
  let memory = 0
  // Other timers have their turn when this one has: what the thread worked since the last time, it held them up. What
  // it waited for the processor is not counted, so a busy machine does not look like a long turn.
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    const heldMs = (user + system) / 1000
    const rss = process.memoryUsage.rss()
    if (heldMs > WORTH_TELLING_MS || rss > memory + MEMORY_STEP) {
      memory = Math.max(memory, rss)
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), heldMs, rss })}\n`)
    }
    before = process.threadCpuUsage()
  }, 1).unref()
}
