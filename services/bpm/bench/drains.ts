import { keepsOrder, titles, type ContenderName } from './contenders/index.ts'
import { measureDrain, type Bench, type Drain, type Drained } from './drain.ts'
import type { Trouble } from './trouble.ts'

export interface Sizes {
  readonly instances: number
  readonly seconds: number
  /** While an endpoint hangs: a batch that waits for the deadline must be seen before and after. */
  readonly hangingSeconds: number
  readonly large: boolean
  /** How many workers to measure with; the last is also the one for the rest. */
  readonly workers: readonly number[]
  readonly contenders: readonly ContenderName[]
  readonly troubles: readonly Trouble[]
}

const EVENTS_PER_INSTANCE = 10
const ENDPOINTS = 20
const LARGE = 100_000

/** Every measurement of a run, one after the other; each says how it went as it ends. */
export async function runDrains(bench: Bench, sizes: Sizes): Promise<Drained[]> {
  const drained: Drained[] = []
  for (const drain of planOf(sizes)) {
    const result = await measureDrain(bench, drain)
    drained.push(result)
    console.log(describe(result))
  }
  return drained
}

function planOf(sizes: Sizes): Drain[] {
  const { instances, seconds, hangingSeconds, large, workers, contenders: names, troubles } = sizes
  const most = Math.max(...workers)
  const of = (
    contender: ContenderName,
    workers: number,
    over: { count?: number; trouble?: Trouble } = {},
  ): Drain => {
    const { count = instances, trouble = 'none' } = over
    const workload = {
      instances: count,
      eventsPerInstance: EVENTS_PER_INSTANCE,
      endpoints: ENDPOINTS,
    }
    const lasts = trouble === 'hanging' ? hangingSeconds : seconds
    return { contender, workers, trouble, seconds: lasts, workload }
  }
  // Too slow to be measured thrice, and one that differs only in trouble.
  const often = names.filter((name) => name !== 'graphile-worker' && keepsOrder(name))
  const queues = names.filter((name) => name !== 'ceiling')
  const quiet = troubles.includes('none')
    ? workers.flatMap((count) => (count === most ? names : often).map((name) => of(name, count)))
    : []
  const troubled = troubles
    .filter((trouble) => trouble !== 'none')
    .flatMap((trouble) => queues.map((name) => of(name, most, { trouble })))
  const many = large ? names.map((name) => of(name, most, { count: LARGE })) : []
  return [...quiet, ...troubled, ...many]
}

export const ratePerSecond = ({ events, seconds }: Drained) => events / seconds

/** Slow ones with a decimal: they are what the ratios hang on. */
export const toRate = (rate: number) => (rate < 100 ? rate.toFixed(1) : rate.toFixed(0))

/** What sending an event costs: workers and database; the receiver is the same to all. */
export const cpuMicros = ({ events, cpu }: Drained) =>
  ((cpu.workers + cpu.database) / events) * 1_000_000

/** As it follows the name of a contender. */
export function describeTrouble(trouble: Trouble): string {
  switch (trouble) {
    case 'none':
      return ''
    case 'hanging':
      return ', one endpoint of 20 hangs'
    case 'failing':
      return ', one event of 100 fails once'
  }
}

function describe(result: Drained): string {
  const { drain, violations, duplicates, coresOfOthers } = result
  return [
    titles[drain.contender].padEnd(46),
    `${drain.workload.instances} instances, ${drain.workers} workers${describeTrouble(drain.trouble)}:`,
    `${toRate(ratePerSecond(result))} events/s in ${result.seconds.toFixed(1)} s,`,
    `the first after ${result.firstAfterSeconds.toFixed(1)} s, ${cpuMicros(result).toFixed(0)} µs CPU each,`,
    `${violations} out of order, ${duplicates} twice, others took ${coresOfOthers.toFixed(1)} cores`,
  ].join(' ')
}
