import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of heap that what `fill` keeps takes, by the number of things in it. */
export async function measureMemory(count: number, fill: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  const kept = await fill()
  collect()
  const after = process.memoryUsage().heapUsed
  // Holds on to it until here.
  return kept === undefined ? Number.NaN : (after - before) / count
}
