import type { Started } from './processes.ts'

export interface Measured {
  readonly count: number
  readonly seconds: number
  readonly perCpuSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Repeats `work` for some seconds, several at a time; what it cost the process, and how long each took. */
export async function measure(
  target: Started,
  options: { readonly seconds: number; readonly concurrency: number },
  work: () => Promise<void>,
): Promise<Measured> {
  const durations: number[] = []
  const [cpuBefore, begin] = [await target.cpu(), performance.now()]
  const end = begin + options.seconds * 1000
  const worker = async () => {
    while (performance.now() < end) {
      const started = performance.now()
      await work()
      durations.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, worker))
  const seconds = (performance.now() - begin) / 1000
  const cpu = (await target.cpu()) - cpuBefore
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return {
    count: durations.length,
    seconds,
    perCpuSecond: durations.length / cpu,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}
