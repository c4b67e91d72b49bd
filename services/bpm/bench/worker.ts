// A worker as a process of its own: it says when it is ready, runs when it is told, and ends.
import { contenders, type ContenderName } from './contenders/index.ts'
import type { WorkerSettings } from './workload.ts'

const settings = JSON.parse(process.argv[2] ?? '') as WorkerSettings
const contender = await contenders[settings.contender as ContenderName]()
const run = await contender.prepare(settings)
const stop = new AbortController()
process.on('message', (message) => {
  if (message === 'stop') return stop.abort()
  // Left unanswered, an error of the worker ends the process, and the measurement with it.
  void run(stop.signal)
})
process.send?.('ready')
// The program that started it is gone.
process.on('disconnect', () => process.exit())
