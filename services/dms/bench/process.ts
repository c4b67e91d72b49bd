import { readFile } from 'node:fs/promises'

// Linux counts in ticks of a hundredth of a second, on every architecture that matters here.
const SECONDS_PER_TICK = 0.01

/** CPU seconds of a process so far, all threads. */
export async function cpuOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name is in brackets and may hold anything; utime and stime are fields 14 and 15 of proc(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * SECONDS_PER_TICK
}

async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024
}

export interface Cost {
  readonly seconds: number
  readonly cpuSeconds: number
  /** Most resident memory meanwhile, above what it was before. */
  readonly grownBytes: number
}

/** What some work costs the process `pid`. */
export async function measure(pid: number, work: () => Promise<unknown>): Promise<Cost> {
  const [cpu, memory, started] = [await cpuOf(pid), await memoryOf(pid), performance.now()]
  let most = memory
  const timer = setInterval(() => {
    void memoryOf(pid).then((now) => {
      most = Math.max(most, now)
    })
  }, 100)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (await cpuOf(pid)) - cpu,
    grownBytes: most - memory,
  }
}

/** The value that this share of the others is not above. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
