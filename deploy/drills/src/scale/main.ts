import { readFile } from 'node:fs/promises'
import { actionNames, type ActionName } from '../costs/actions.ts'
import type { Usage } from '../costs/usage.ts'
import { createDraw } from '../workload/draw.ts'
import { simulate, type Kind, type Resource } from './queue-network.ts'

/*
 * Sizes for so many people, from what was measured (docs/scale.md):
 *
 *   pnpm simulate:scale
 *
 * Prints what each resource is busy with in the busiest hour and how long 1 in 100 waits there, and how
 * far the sum of the single costs is from a mix that was measured.
 */
interface Costs {
  readonly machine: string
  readonly measuredAt: string
  readonly costs: Readonly<Record<ActionName, Usage>>
  readonly mixed: { readonly rounds: number; readonly used: Usage }
}

/** Of a person on a working day; docs/scale.md says why. */
const perDay: Readonly<Record<ActionName, number>> = {
  signIn: 1,
  start: 0.2,
  openInbox: 3,
  decide: 0.4,
  upload: 0.1,
}
/** Part of a day's actions that fall into its busiest hour. */
const busiestHour = 0.2
const workingDays = 220
/** What leaves rows that stay; sessions are forgotten when they end. */
const kept = ['start', 'decide', 'upload'] as const
/** What a resource may be busy with in that hour: the rest is for a process or server that is away. */
const targetUtilisation = 0.6
const simulatedSeconds = 120
const cellOf = 1_000_000
const services = ['gateway', 'iam', 'bpm', 'dms', 'postgres'] as const

// Written by measure:cost.
const { machine, measuredAt, costs, mixed } = JSON.parse(
  await readFile(new URL('costs.json', import.meta.url), 'utf8'),
) as Costs

console.log(`Costs of ${measuredAt}, ${machine}\n`)
for (const people of [10_000, 1_000_000, 100_000_000]) printSize(people)
printCheck()

function printSize(people: number): void {
  const cells = Math.max(1, Math.ceil(people / cellOf))
  const inCell = people / cells
  const kinds = actionNames.map((name) => kindOf(name, inCell))
  const resources = services.map((name): Resource => {
    const busy = kinds.reduce(
      (sum, { perSecond, needs }) =>
        sum + perSecond * (needs.find(({ resource }) => resource === name)?.seconds ?? 0),
      0,
    )
    return { name, servers: Math.max(2, Math.ceil(busy / targetUtilisation)) }
  })
  const draw = createDraw(people)
  const random = () => (draw(1, 1_000_000_000) - 1) / 1_000_000_000
  const total = kinds.reduce((sum, { perSecond }) => sum + perSecond, 0)
  const wal = rateOf(kinds, ({ walBytes }) => walBytes)
  const stored =
    kept.reduce((sum, name) => sum + perDay[name] * costs[name].storedBytes, 0) *
    workingDays *
    inCell
  console.log(
    `${people.toLocaleString('en')} people, ${cells} cells: in each ${total.toFixed(1)} actions/s, WAL ${(wal / 1e6).toFixed(1)} MB/s, commits ${rateOf(kinds, ({ commits }) => commits).toFixed(0)}/s, ${(stored / 1e9).toFixed(0)} GB of rows a year`,
  )
  for (const load of simulate(resources, kinds, simulatedSeconds, random))
    console.log(
      `  ${load.name.padEnd(9)} ${String(load.servers).padStart(4)} cores  ${(100 * load.utilisation).toFixed(0).padStart(3)} %  p99 waits ${load.p99WaitMs.toFixed(1)} ms`,
    )
}

function kindOf(name: ActionName, people: number): Kind {
  const { cpu } = costs[name]
  const needs = services.map((service) => ({ resource: service, seconds: cpu[service] ?? 0 }))
  return {
    perSecond: (people * perDay[name] * busiestHour) / 3600,
    needs: needs.filter(({ seconds }) => seconds > 0),
  }
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
  const line = (name: string, predicted: number, measured: number, unit: string) =>
    console.log(
      `  ${name.padEnd(9)} ${predicted.toPrecision(3)} ${unit}, ${measured.toPrecision(3)} ${unit}: ${(100 * (predicted / measured - 1)).toFixed(0)} %`,
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
