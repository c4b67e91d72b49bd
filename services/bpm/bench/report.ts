import { readFile, writeFile } from 'node:fs/promises'
import type { ClaimCost } from './claims.ts'
import { keepsOrder, titles, type ContenderName } from './contenders/index.ts'
import type { Drained } from './drain.ts'
import { cpuMicros, describeTrouble, ratePerSecond, toRate } from './drains.ts'
import type { HistoryCost } from './history.ts'
import type { Latency } from './latency.ts'
import type { Trouble } from './trouble.ts'

interface Findings {
  readonly machine: string
  readonly drained: readonly Drained[]
  /** Left out where only what is drained was measured. */
  readonly rest: Rest | undefined
}

interface Rest {
  readonly claims: readonly ClaimCost[]
  readonly latency: Latency
}

const PAGE = new URL('../../../docs/performance/events.md', import.meta.url)

/** The figures as Markdown, and whether every ratio that the run could judge holds. */
export function report({ machine, drained, rest }: Findings) {
  const goals = [...goalsOfDrains(drained), ...(rest ? goalsOfRest(rest) : [])]
  const text = [
    machine,
    '',
    '| instances | workers | | first after, s | measured, s | events | events/s | µs CPU: workers | PostgreSQL | receiver | out of order | cores taken by others |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...drained.map(drainRow),
    ...(rest ? restLines(rest) : []),
    '',
    '| goal | is | wanted | |',
    '| --- | ---: | ---: | --- |',
    ...goals.map(
      ({ name, is, wanted, most }) =>
        `| ${name} | ${is.toFixed(2)} | ${wanted === undefined ? '' : `${most ? '≤' : '≥'} ${wanted}`} | ${verdict({ is, wanted, most })} |`,
    ),
  ].join('\n')
  return { text, holds: goals.every(holds) }
}

function verdict(goal: Pick<Goal, 'is' | 'wanted' | 'most'>): string {
  if (goal.wanted === undefined) return 'to compare'
  return holds(goal) ? 'holds' : '**missed**'
}

function restLines({ claims, latency }: Rest): string[] {
  return [
    '',
    '| lanes | round trip, µs | nothing due, µs | claim of 16, µs |',
    '| ---: | ---: | ---: | ---: |',
    ...claims.map(
      ({ lanes, roundTrip, emptyLook, claim }) =>
        `| ${lanes} | ${roundTrip} | ${emptyLook} | ${claim} |`,
    ),
    '',
    `From commit to receipt, ${latency.events} events: p50 ${latency.p50} ms, p99 ${latency.p99} ms, longest ${latency.longest} ms.`,
  ]
}

function drainRow(result: Drained): string {
  const { drain, events, cpu, violations, coresOfOthers, seconds, firstAfterSeconds } = result
  const each = (seconds: number) =>
    events === 0 ? '-' : ((seconds / events) * 1_000_000).toFixed(0)
  const name = `${titles[drain.contender]}${describeTrouble(drain.trouble)}`
  const cells = [
    drain.workload.instances,
    drain.workers,
    name,
    firstAfterSeconds.toFixed(1),
    seconds.toFixed(1),
    events,
    toRate(ratePerSecond(result)),
    each(cpu.workers),
    each(cpu.database),
    each(cpu.receiver),
    violations,
    coresOfOthers.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

interface Goal {
  readonly name: string
  readonly is: number
  /** Undefined where it is told and not wanted, such as against what loses the order. */
  readonly wanted: number | undefined
  /** Whether `wanted` is the most that is allowed, not the least. */
  readonly most: boolean
}

const holds = ({ is, wanted, most }: Pick<Goal, 'is' | 'wanted' | 'most'>) =>
  wanted === undefined || (most ? is <= wanted : is >= wanted)

const graphileSettings = [
  'graphile-worker',
  'graphile-worker-local',
  'graphile-worker-overtaking',
  'graphile-worker-local-overtaking',
] as const

type Find = (contender: ContenderName, workers: number, trouble?: Trouble) => Drained | undefined

function goalsOfDrains(drained: readonly Drained[]): Goal[] {
  const sizes = [...new Set(drained.map(({ drain }) => drain.workload.instances))]
  const most = Math.max(...drained.map(({ drain }) => drain.workers))
  const ofSizes = sizes.flatMap((instances) =>
    goalsOfSize(instances, most, (contender, workers, trouble = 'none') =>
      drained.find(
        ({ drain }) =>
          drain.contender === contender &&
          drain.workload.instances === instances &&
          drain.workers === workers &&
          drain.trouble === trouble,
      ),
    ),
  )
  const own = drained.filter(({ drain }) => drain.contender.startsWith('lanes'))
  const outOfOrder = own.reduce((total, { violations }) => total + violations, 0)
  return [...ofSizes, { name: 'out of order', is: outOfOrder, wanted: 0, most: true }]
}

function goalsOfRest({ claims, latency }: Rest): Goal[] {
  const [least, most] = [claims.at(0), claims.at(-1)]
  const growth = least && most ? most.claim / least.claim : 1
  return [
    { name: 'claim beside the most lanes, to the fewest', is: growth, wanted: 2, most: true },
    { name: 'p99 from commit to receipt, ms', is: latency.p99, wanted: 100, most: true },
  ]
}

/** What could be judged of the runs with so many instances. */
function goalsOfSize(instances: number, most: number, of: Find): Goal[] {
  const large = instances >= 100_000
  const share = (workers: number) => {
    const [ours, ceiling] = [of('lanes', workers), of('ceiling', workers)]
    return ours && ceiling && cpuMicros(ceiling) / cpuMicros(ours)
  }
  const times = (than: ContenderName, trouble: Trouble) => {
    const [ours, theirs] = [of('lanes', most, trouble), of(than, most, trouble)]
    // Where nothing came at all, it is as if one had: the ratio is at least so much.
    return ours && theirs && ratePerSecond(ours) / (Math.max(theirs.events, 1) / theirs.seconds)
  }
  const against = (name: ContenderName, wanted: number) => (keepsOrder(name) ? wanted : undefined)
  const rows: (readonly [name: string, is: number | undefined, wanted: number | undefined])[] = [
    ...[1, 2, 4].map(
      (workers) =>
        [
          `events per CPU second, of the ceiling's, ${workers} workers`,
          share(workers),
          0.6,
        ] as const,
    ),
    ['times pg-boss', times('pg-boss', 'none'), large ? 5 : 1],
    ...graphileSettings.map(
      (name) =>
        [`times ${titles[name]}`, times(name, 'none'), against(name, large ? 7 : 1)] as const,
    ),
    ...(['pg-boss', ...graphileSettings] as const).map(
      (name) =>
        [
          `times ${titles[name]}, one endpoint hangs`,
          times(name, 'hanging'),
          against(name, 20),
        ] as const,
    ),
  ]
  return rows.flatMap(([name, is, wanted]) =>
    is === undefined ? [] : [{ name: `${name}, ${instances} instances`, is, wanted, most: false }],
  )
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
