import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import type { LargeFile, Latency } from './work.ts'

const PAGE = new URL('../../../docs/performance/dms.md', import.meta.url)
const MARKS = ['<!-- figures: generated -->', '<!-- /figures -->'] as const
const [GIB, MIB] = [1024 ** 3, 1024 ** 2]
const GB = 1e9

export interface Findings {
  readonly storage: string
  readonly large: LargeFile
  readonly small: Latency
  /** Seconds that the same bytes take without the service. */
  readonly rawSeconds?: number
}

export interface Listing {
  readonly documents: number
  readonly list: Latency
  readonly check: Latency
}

export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown'
  const load = loadavg()[0]?.toFixed(1)
  return `Machine: ${processor}, ${cpus().length} cores, Node ${process.versions.node}, load ${load} at the start.`
}

/** The figures as Markdown. */
export function report(machine: string, found: readonly Findings[], listing?: Listing): string {
  return [
    machine,
    '',
    '| storage | | MB/s | CPU s/GB | goal | RSS growth, MiB | proxied / raw PUT |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...found.flatMap(rowsOfLarge),
    '',
    '| storage | small uploads/s | p50 ms | p99 ms |',
    '| --- | ---: | ---: | ---: |',
    ...found.map(({ storage, small }) => `| ${storage} | ${latency(small)} |`),
    ...(listing ? ['', ...rowsOfListing(listing)] : []),
  ].join('\n')
}

function rowsOfLarge({ storage, large, rawSeconds }: Findings): string[] {
  const { sizeBytes, up, down } = large
  const row = (name: string, cost: LargeFile['up'], goal: number, ratio: string) =>
    `| ${storage}, ${(sizeBytes / GIB).toFixed(1)} GiB | ${name} | ${(sizeBytes / 1e6 / cost.seconds).toFixed(0)} | ${(cost.cpuSeconds / (sizeBytes / GB)).toFixed(2)} | ≤ ${goal} | ${(cost.grownBytes / MIB).toFixed(0)} | ${ratio} |`
  const ratio = rawSeconds === undefined ? '' : (rawSeconds / up.seconds).toFixed(2)
  return [row('up', up, 2.3, ratio), row('down', down, 1.8, '')]
}

const latency = ({ perSecond, p50Ms, p99Ms }: Latency) =>
  `${perSecond.toFixed(0)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)}`

function rowsOfListing({ documents, list, check }: Listing): string[] {
  return [
    `| ${documents.toLocaleString('en')} documents | calls/s | p50 ms | p99 ms | goal |`,
    '| --- | ---: | ---: | ---: | ---: |',
    `| a page of 50 | ${latency(list)} | ≤ 10 |`,
    `| one document, its access decided | ${latency(check)} | ≤ 10 |`,
  ]
}

export async function writeIntoPage(text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const [start, end] = MARKS
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('the page has lost the marks of its figures')
  await writeFile(PAGE, `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`)
}
