import type { Usage } from '../costs/usage.ts'
import { simulateMove, type Mortal, type Moved, type MoveOptions } from './move.ts'
import { createRandom } from './random.ts'
import { bytesOfYear, perSecond, writes, type Costs } from './workload.ts'

const runs = 200
const mortals: readonly Mortal[] = ['old', 'new', 'copier', 'mover']
const keptYears = 3
const copiedBytesPerSecond = 50e6

/** Moves of tenants in their busiest hour: how long writes are refused and wait, without deaths and with them. */
export function printMoves(costs: Costs): void {
  console.log(`\nMoving a tenant in its busiest hour, ${runs} times each:`)
  for (const people of [500, 10_000, 280_000]) {
    const options = optionsOf(costs, people)
    const copied = (keptYears * bytesOfYear(costs, people)) / copiedBytesPerSecond
    console.log(
      `  ${people.toLocaleString('en')} people, ${options.writesPerSecond.toFixed(2)} writes/s, ${keptYears} years of rows copied in ${minutes(copied)}`,
    )
    printRuns('nobody dies', (seed) => simulateMove(options, createRandom(seed)))
    printRuns('one to three die', (seed) => {
      const random = createRandom(seed)
      return simulateMove({ ...options, deaths: drawDeaths(random) }, random)
    })
  }
}

function optionsOf({ costs }: Costs, people: number): MoveOptions {
  const total = writes.reduce((sum, name) => sum + perSecond(name, people), 0)
  const mean = (read: (usage: Usage) => number) =>
    writes.reduce((sum, name) => sum + perSecond(name, people) * read(costs[name]), 0) / total
  return {
    writesPerSecond: total,
    writeSeconds: mean(({ cpu }) => Object.values(cpu).reduce((sum, each) => sum + each, 0)),
    // Rows that are there already are found again by nobody: at most what writing them took.
    applySeconds: mean(({ cpu }) => cpu['postgres'] ?? 0),
    behind: Math.ceil(5 * total),
    awaySeconds: 3,
    deaths: [],
    patienceSeconds: 10,
    seconds: 60,
  }
}

// While the writes are refused, mostly.
const drawDeaths = (random: () => number): MoveOptions['deaths'] =>
  Array.from({ length: 1 + Math.floor(3 * random()) }, () => ({
    at: 2 * random(),
    who: mortals[Math.floor(mortals.length * random())] ?? 'mover',
  }))

function printRuns(name: string, run: (seed: number) => Moved): void {
  const moved = Array.from({ length: runs }, (_, seed) => run(seed + 1))
  const spread = (read: (each: Moved) => number) => {
    const sorted = moved.map(read).toSorted((one, other) => one - other)
    return [0.5, 0.99, 1]
      .map((part) => (sorted[Math.min(runs - 1, Math.floor(part * runs))] ?? 0).toFixed(1))
      .join(' / ')
  }
  const faults = moved.flatMap((each) => each.faults)
  console.log(
    `    ${name.padEnd(17)} writes refused ${spread(({ refusedSeconds }) => refusedSeconds)} s (median / p99 / most), the slowest waits ${spread(({ slowestWriteSeconds }) => slowestWriteSeconds)} s, ${moved.reduce((sum, each) => sum + each.deliveredAgain, 0)} events twice under their number, ${moved.reduce((sum, each) => sum + each.acknowledged, 0).toLocaleString('en')} writes, ${faults.length === 0 ? 'no fault' : faults[0]}`,
  )
}

const minutes = (seconds: number) =>
  seconds < 60
    ? `${Math.ceil(seconds)} s`
    : seconds < 7200
      ? `${Math.ceil(seconds / 60)} min`
      : `${(seconds / 3600).toFixed(1)} h`
