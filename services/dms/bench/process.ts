import { readdir, readFile } from 'node:fs/promises'

// Linux counts in ticks of a hundredth of a second, on every architecture that matters here.
const SECONDS_PER_TICK = 0.01

/** CPU seconds of a process so far, all threads. */
export async function cpuOf(pid: number): Promise<number> {
  // After the name: utime and stime are fields 14 and 15 of proc(5).
  return sum((await statOf(pid)).slice(11, 13).map(Number)) * SECONDS_PER_TICK
}

/** CPU seconds of a process and of its children, those that ended included. */
export async function cpuWithChildren(pid: number): Promise<number> {
  const ticks = (fields: readonly string[]) => sum(fields.slice(11, 15).map(Number))
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = await Promise.all(
    numbers.map(async (number) => {
      const fields = await statOf(number).catch(() => [])
      return number === pid || Number(fields[1]) === pid ? ticks(fields) : 0
    }),
  )
  return sum(all) * SECONDS_PER_TICK
}

async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name is in brackets and may hold anything; what follows it is plain.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

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
