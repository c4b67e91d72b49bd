import { actionNames } from '../costs/actions.ts'
import type { Usage } from '../costs/usage.ts'
import { createRandom } from './random.ts'
import { printCells } from './print-cells.ts'
import { printMoves } from './print-moves.ts'
import { simulate, type Kind, type Resource } from './queue-network.ts'
import { bytesOfYear, kindOf, readCosts, services } from './workload.ts'

/*
 * Sizes for so many people, from what was measured (docs/scale.md):
 *
 *   pnpm simulate:scale
 *
 * Prints what each resource is busy with in the busiest hour and how long 1 in 100 waits there, what becomes of cells whose tenants
 * grow, how long a tenant's writes wait while it is moved, and how far the sum of the single costs is from a mix that was measured.
 */

/** What a resource may be busy with in that hour: the rest is for a process or server that is away. */
const targetUtilisation = 0.6
const simulatedSeconds = 120
const cellOf = 1_000_000

const measured = await readCosts()
const { machine, measuredAt, costs, mixed } = measured

console.log(`Costs of ${measuredAt}, ${machine}\n`)
for (const people of [10_000, 1_000_000, 100_000_000]) printSize(people)
printCells(measured)
printMoves(measured)
printCheck()

function printSize(people: number): void {
  const cells = Math.max(1, Math.ceil(people / cellOf))
  const inCell = people / cells
  const kinds = actionNames.map((name) => kindOf(measured, name, inCell))
  const resources = services.map((name): Resource => {
    const busy = kinds.reduce(
      (sum, { perSecond, needs }) =>
        sum + perSecond * (needs.find(({ resource }) => resource === name)?.seconds ?? 0),
      0,
    )
    return { name, servers: Math.max(2, Math.ceil(busy / targetUtilisation)) }
  })
  const total = kinds.reduce((sum, { perSecond }) => sum + perSecond, 0)
  const wal = rateOf(kinds, ({ walBytes }) => walBytes)
  const stored = bytesOfYear(measured, inCell)
  console.log(
    `${people.toLocaleString('en')} people, ${cells} cells: in each ${total.toFixed(1)} actions/s, WAL ${(wal / 1e6).toFixed(1)} MB/s, commits ${rateOf(kinds, ({ commits }) => commits).toFixed(0)}/s, ${(stored / 1e9).toFixed(0)} GB of rows a year`,
  )
  for (const load of simulate(resources, kinds, simulatedSeconds, createRandom(people)))
    console.log(
      `  ${load.name.padEnd(9)} ${String(load.servers).padStart(4)} cores  ${(100 * load.utilisation).toFixed(0).padStart(3)} %  p99 waits ${load.p99WaitMs.toFixed(1)} ms`,
    )
}

function rateOf(kinds: readonly Kind[], read: (usage: Usage) => number): number {
  return actionNames.reduce(
    (sum, name, index) => sum + (kinds[index]?.perSecond ?? 0) * read(costs[name]),
    0,
  )
}

function printCheck(): void {
  console.log('\nPredicted for the mix that was measured, and measured:')
  const sum = (read: (usage: Usage) => number) =>
    mixed.rounds * actionNames.reduce((total, name) => total + read(costs[name]), 0)
  const line = (name: string, predicted: number, used: number, unit: string) =>
    console.log(
      `  ${name.padEnd(9)} ${predicted.toPrecision(3)} ${unit}, ${used.toPrecision(3)} ${unit}: ${(100 * (predicted / used - 1)).toFixed(0)} %`,
    )
  for (const name of services)
    line(
      name,
      sum(({ cpu }) => cpu[name] ?? 0),
      mixed.used.cpu[name] ?? 0,
      's',
    )
  line(
    'WAL',
    sum(({ walBytes }) => walBytes),
    mixed.used.walBytes,
    'bytes',
  )
  line(
    'rows',
    sum(({ rowsWritten }) => rowsWritten),
    mixed.used.rowsWritten,
    'rows',
  )
}
