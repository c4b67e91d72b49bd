/** What a phase came to. */
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Does `work` for 0 … count - 1, so many at once, and times each; `worker` says which does it. */
export async function load(
  count: number,
  atOnce: number,
  work: (index: number, worker: number) => Promise<void>,
): Promise<Load> {
  const times: number[] = []
  let next = 0
  const run = async (worker: number) => {
    while (next < count) {
      const index = next++
      const began = performance.now()
      await work(index, worker)
      times.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => run(worker)))
  const seconds = (performance.now() - began) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99) }
}
