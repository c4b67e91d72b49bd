import type { Started } from '../src/testing/processes.ts'

export interface Measured {
  readonly count: number
  readonly seconds: number
  readonly perCpuSecond: number
  /** What the database spent on each. */
  readonly databaseMs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Subject {
  readonly target: Started
  readonly work: () => Promise<void>
}

interface Load {
  readonly seconds: number
  readonly concurrency: number
  /** CPU seconds of the database so far. */
  readonly databaseCpu?: () => Promise<number>
}

/** Repeats `work` for some seconds, several at a time; what it cost the process, and how long each took. */
export async function measure(
  target: Started,
  load: Load,
  work: () => Promise<void>,
): Promise<Measured> {
  return summarize([await takeSlice(target, load, work)])
}

const slices = 5

/** Measures two by turns, so that whatever else the machine does slows both alike. */
export async function measureInTurns(
  load: Load,
  [one, other]: readonly [Subject, Subject],
): Promise<[Measured, Measured]> {
  const slice = { ...load, seconds: load.seconds / slices }
  const taken: [Slice, Slice][] = []
  for (let i = 0; i < slices; i++) {
    taken.push([
      await takeSlice(one.target, slice, one.work),
      await takeSlice(other.target, slice, other.work),
    ])
  }
  return [summarize(taken.map(([first]) => first)), summarize(taken.map(([, second]) => second))]
}

interface Slice {
  readonly durations: readonly number[]
  readonly seconds: number
  readonly cpuSeconds: number
  readonly databaseSeconds: number
}

async function takeSlice(
  target: Started,
  { seconds, concurrency, databaseCpu = async () => 0 }: Load,
  work: () => Promise<void>,
): Promise<Slice> {
  const durations: number[] = []
  const [cpuBefore, databaseBefore] = [await target.cpu(), await databaseCpu()]
  const begin = performance.now()
  const end = begin + seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      await work()
      durations.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const cpuSeconds = (await target.cpu()) - cpuBefore
  const databaseSeconds = (await databaseCpu()) - databaseBefore
  return { durations, seconds: (performance.now() - begin) / 1000, cpuSeconds, databaseSeconds }
}

function summarize(taken: readonly Slice[]): Measured {
  const sorted = taken.flatMap(({ durations }) => durations).toSorted((a, b) => a - b)
  const sum = (of: (slice: Slice) => number) => taken.reduce((total, one) => total + of(one), 0)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return {
    count: sorted.length,
    seconds: sum(({ seconds }) => seconds),
    perCpuSecond: sorted.length / sum(({ cpuSeconds }) => cpuSeconds),
    databaseMs: (sum(({ databaseSeconds }) => databaseSeconds) / sorted.length) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}
