import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import type { ClaimCost } from './claims.ts'
import type { Drained } from './drain.ts'
import { cpuMicros, ratePerSecond } from './drains.ts'
import type { HistoryCost } from './history.ts'
import type { Latency } from './latency.ts'

interface Findings {
  readonly machine: string
  readonly drained: readonly Drained[]
  readonly claims: readonly ClaimCost[]
  readonly latency: Latency
}

const PAGE = new URL('../../../docs/performance/events.md', import.meta.url)

export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown'
  const load = loadavg()[0]?.toFixed(1)
  return `Machine: ${processor}, ${cpus().length} cores, Node ${process.versions.node}, load ${load} at the start.`
}

/** The figures as Markdown, and whether every ratio that the run could judge holds. */
export function report({ machine, drained, claims, latency }: Findings) {
  const goals = goalsOf(drained, claims, latency)
  const text = [
    machine,
    '',
    '| instances | workers | | events | events/s | µs CPU: workers | PostgreSQL | receiver | out of order | cores taken by others |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...drained.map(drainRow),
    '',
    '| lanes | round trip, µs | nothing due, µs | claim of 16, µs |',
    '| ---: | ---: | ---: | ---: |',
    ...claims.map(
      ({ lanes, roundTrip, emptyLook, claim }) =>
        `| ${lanes} | ${roundTrip} | ${emptyLook} | ${claim} |`,
    ),
    '',
    `From commit to receipt, ${latency.events} events: p50 ${latency.p50} ms, p99 ${latency.p99} ms, longest ${latency.longest} ms.`,
    '',
    '| goal | is | wanted | |',
    '| --- | ---: | ---: | --- |',
    ...goals.map(
      ({ name, is, wanted, most }) =>
        `| ${name} | ${is.toFixed(2)} | ${most ? '≤' : '≥'} ${wanted} | ${holds({ is, wanted, most }) ? 'holds' : '**missed**'} |`,
    ),
  ].join('\n')
  return { text, holds: goals.every(holds) }
}

function drainRow(result: Drained): string {
  const { drain, events, cpu, violations, coresOfOthers } = result
  const each = (seconds: number) => ((seconds / events) * 1_000_000).toFixed(0)
  const name = drain.hanging ? `${drain.contender}, one endpoint of 20 hangs` : drain.contender
  const cells = [
    ...[drain.workload.instances, drain.workers, name, events],
    ...[Math.round(ratePerSecond(result)), each(cpu.workers), each(cpu.database)],
    ...[each(cpu.receiver), violations, coresOfOthers.toFixed(1)],
  ]
  return `| ${cells.join(' | ')} |`
}

interface Goal {
  readonly name: string
  readonly is: number
  readonly wanted: number
  /** Whether `wanted` is the most that is allowed, not the least. */
  readonly most: boolean
}

const holds = ({ is, wanted, most }: Pick<Goal, 'is' | 'wanted' | 'most'>) =>
  most ? is <= wanted : is >= wanted

function goalsOf(
  drained: readonly Drained[],
  claims: readonly ClaimCost[],
  latency: Latency,
): Goal[] {
  const of = (contender: string, instances: number, workers: number, hanging = false) =>
    drained.find(
      ({ drain }) =>
        drain.contender === contender &&
        drain.workload.instances === instances &&
        drain.workers === workers &&
        drain.hanging === hanging,
    )
  const sizes = [...new Set(drained.map(({ drain }) => drain.workload.instances))]
  const goals: Goal[] = []
  const add = (name: string, is: number | undefined, wanted: number, most = false) => {
    if (is !== undefined) goals.push({ name, is, wanted, most })
  }
  const faster = (than: string, instances: number, hanging: boolean) => {
    const [ours, theirs] = [of('lanes', instances, 4, hanging), of(than, instances, 4, hanging)]
    return ours && theirs && ratePerSecond(ours) / Math.max(ratePerSecond(theirs), 0.01)
  }
  for (const instances of sizes) {
    for (const workers of [1, 2, 4]) {
      const [ours, ceiling] = [of('lanes', instances, workers), of('ceiling', instances, workers)]
      const share = ours && ceiling && cpuMicros(ceiling) / cpuMicros(ours)
      add(
        `events per CPU second, of the ceiling's, ${instances} instances, ${workers} workers`,
        share,
        0.6,
      )
    }
    const large = instances >= 100_000
    add(`times pg-boss, ${instances} instances`, faster('pg-boss', instances, false), large ? 5 : 1)
    add(
      `times graphile-worker, ${instances} instances`,
      faster('graphile-worker', instances, false),
      large ? 7 : 1,
    )
    add('times pg-boss, one endpoint hangs', faster('pg-boss', instances, true), 20)
    add('times graphile-worker, one endpoint hangs', faster('graphile-worker', instances, true), 20)
  }
  const own = drained.filter(({ drain }) => drain.contender === 'lanes')
  add(
    'out of order',
    own.reduce((total, { violations }) => total + violations, 0),
    0,
    true,
  )
  const [least, most] = [claims.at(0), claims.at(-1)]
  add(
    'claim beside the most lanes, to the fewest',
    least && most && most.claim / least.claim,
    2,
    true,
  )
  add('p99 from commit to receipt, ms', latency.p99, 100, true)
  return goals
}

const HANDFUL = 8

/** What delivering costs beside more and more delivered events, and whether it stays the same. */
export function reportHistory(machine: string, costs: readonly HistoryCost[]) {
  const [least, most] = [costs.at(0), costs.at(-1)]
  const measured = ['emptyLook', 'enqueue', 'claim', 'record'] as const
  // Pages, not times: they are the same however busy the machine is. A handful is as good as one.
  const grows = measured.map((name) =>
    least && most ? most[name].pages / Math.max(HANDFUL, least[name].pages) : 1,
  )
  const cells = (cost: HistoryCost) =>
    measured.map((name) => `${cost[name].pages} pages, ${cost[name].micros} µs`)
  const text = [
    machine,
    '',
    '| delivered events kept | on disk, GiB | nothing due | write an event | claim 16 | record 16 | events pruned a second |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...costs.map(
      (cost) =>
        `| ${cost.delivered} | ${cost.sizeGiB.toFixed(1)} | ${cells(cost).join(' | ')} | ${cost.prunedPerSecond} |`,
    ),
    '',
    `Pages beside the most, to those beside the fewest: ${grows.map((grow) => grow.toFixed(2)).join(', ')}; wanted ≤ 2 each.`,
  ].join('\n')
  return { text, holds: grows.every((grow) => grow <= 2) }
}

/** Puts figures between the marks that the page has for them. */
export async function writeIntoPage(part: 'figures' | 'history', text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const [start, end] = [`<!-- ${part}: generated -->`, `<!-- /${part} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has lost the marks of its ${part}`)
  await writeFile(PAGE, `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`)
}
