import { readFile, writeFile } from 'node:fs/promises'
import type { Comparison } from './compare.ts'
import type { Floors } from './floors.ts'
import { type RequestCost, type RequestName, REQUESTS } from './small.ts'
import type { LargeFile, Latency } from './work.ts'

const PAGE = new URL('../../../docs/performance/dms.md', import.meta.url)
const MARKS = ['<!-- figures: generated -->', '<!-- /figures -->'] as const
const [GIB, MIB] = [1024 ** 3, 1024 ** 2]
const GB = 1e9

export interface Findings {
  readonly storage: string
  readonly large: LargeFile
  readonly small: Latency
  /** In one request each. */
  readonly whole: Latency
  readonly statements: Readonly<Record<RequestName, number>>
  readonly requests: Readonly<Record<RequestName, RequestCost>>
  /** Small uploads begun at a fixed rate. */
  readonly atRate: Latency
  readonly besideRaw?: readonly Comparison[]
}

export interface Listing {
  readonly documents: number
  readonly list: Latency
  readonly check: Latency
}

/** The figures as Markdown. */
export function report(
  machine: string,
  floors: Floors,
  found: readonly Findings[],
  listing?: Listing,
): string {
  return [
    machine,
    '',
    '| storage | | MB/s | CPU s/GB | goal | RSS growth, MiB | goal |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...found.flatMap(rowsOfLarge),
    '',
    `At the very least, each in a loop of its own: hash ${floors.hash.toFixed(2)}, write to the folder ${floors.write.toFixed(2)}, send and receive over loopback ${floors.loopback.toFixed(2)} CPU s/GB.`,
    '',
    '| upload / raw PUT | the bytes | whole upload | goal | the driver alone |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...found.flatMap(({ storage, besideRaw = [] }) =>
      besideRaw.map((each) => rowOfRatio(storage, each)),
    ),
    '',
    '| small uploads | per second | p50 ms | p99 ms |',
    '| --- | ---: | ---: | ---: |',
    ...found.flatMap(({ storage, small, whole, atRate }) => [
      `| ${storage}, 16 under way | ${latency(small)} |`,
      `| ${storage}, 16 under way, in one request each | ${latency(whole)} |`,
      `| ${storage}, 200 begun each second | ${latency(atRate)} |`,
    ]),
    '',
    '| CPU of a small upload, µs | statements | service | PostgreSQL | this program |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...found.flatMap(rowsOfRequests),
    ...(listing ? ['', ...rowsOfListing(listing)] : []),
  ].join('\n')
}

function rowsOfLarge({ storage, large }: Findings): string[] {
  const { sizeBytes, up, down } = large
  const row = (name: string, cost: LargeFile['up'], goal: number) =>
    `| ${storage}, ${(sizeBytes / GIB).toFixed(1)} GiB | ${name} | ${(sizeBytes / 1e6 / cost.seconds).toFixed(0)} | ${(cost.cpuSeconds / (sizeBytes / GB)).toFixed(2)} | ≤ ${goal} | ${(cost.grownBytes / MIB).toFixed(0)} | < 64 |`
  return [row('up', up, 2.3), row('down', down, 1.8)]
}

function rowOfRatio(storage: string, { sizeBytes, bytes, whole, parts }: Comparison): string {
  const name = `${storage}, ${sizeBytes / MIB} MiB ${parts === undefined ? 'as one object' : 'in parts'}`
  return `| ${name} | ${bytes.toFixed(2)} | ${whole.toFixed(2)} | ≥ 0.80 | ${parts?.toFixed(2) ?? ''} |`
}

const latency = ({ perSecond, p50Ms, p99Ms }: Latency) =>
  `${perSecond.toFixed(0)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)}`

function rowsOfRequests({ storage, statements, requests }: Findings): string[] {
  return REQUESTS.map((name) => {
    const { service, database, client } = requests[name]
    const micros = [service, database, client].map((value) => value.toFixed(0)).join(' | ')
    return `| ${storage}, ${name} | ${statements[name]} | ${micros} |`
  })
}

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
