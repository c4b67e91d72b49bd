import type { ChildProcess } from 'node:child_process'
import { endChild, startChild } from '../children.ts'
import type { WorkerSettings } from '../workload.ts'

/** Processes that deliver, each replaced as soon as it is gone. */
export interface Workers {
  readonly kill: (index: number) => void
  readonly pause: (index: number, ms: number) => void
  /** How many ended without being told, which a worker whose database is away should not. */
  readonly endedByThemselves: () => number
  readonly stop: () => Promise<void>
}

export async function startWorkers(settings: Omit<WorkerSettings, 'index'>): Promise<Workers> {
  const running = new Map<number, ChildProcess>()
  const killed = new WeakSet<ChildProcess>()
  let stopped = false
  let strays = 0

  async function start(index: number): Promise<void> {
    // What it logs is what is done to it.
    const { child } = await startChild(
      'worker.ts',
      JSON.stringify({ ...settings, index }),
      [],
      'ignore',
    )
    running.set(index, child)
    child.once('exit', () => {
      if (stopped) return
      if (!killed.has(child)) strays += 1
      void start(index)
    })
    child.send('go')
  }
  await Promise.all(Array.from({ length: settings.workers }, (_, index) => start(index)))

  return {
    kill(index) {
      const child = running.get(index)
      if (child === undefined) return
      killed.add(child)
      child.kill('SIGKILL')
    },
    pause(index, ms) {
      const child = running.get(index)
      child?.kill('SIGSTOP')
      setTimeout(() => child?.kill('SIGCONT'), ms).unref()
    },
    endedByThemselves: () => strays,
    async stop() {
      stopped = true
      await Promise.all([...running.values()].map(endChild))
    },
  }
}
