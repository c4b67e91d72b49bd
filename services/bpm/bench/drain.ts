import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { ask, endChild, startChild } from './children.ts'
import { contenders, EVENTS_TOGETHER, type ContenderName } from './contenders/index.ts'
import { addEndpoints } from './contenders/lanes.ts'
import { cpuOf, cpuOfMachine, cpuWithChildren } from './cpu.ts'
import type { Command, Tally } from './receiver.ts'
import type { Trouble } from './trouble.ts'
import type { WorkerSettings, Workload } from './workload.ts'

/** What a measurement needs around it. */
export interface Bench {
  readonly receiver: ChildProcess
  readonly origin: string
  readonly postmaster: number
  /** An empty database, or a copy of one that nobody is connected to. */
  readonly makeDatabase: (template?: string) => Promise<string>
  readonly dropDatabase: (url: string) => Promise<void>
}

export interface Drain {
  readonly contender: ContenderName
  readonly workload: Workload
  readonly workers: number
  readonly trouble: Trouble
  /** After this long the measurement ends, whatever is left, if it has seen enough. */
  readonly seconds: number
}

export interface Drained {
  readonly drain: Drain
  readonly events: number
  /** How long it measured. */
  readonly seconds: number
  /** From the start of the workers to the first event, which is not measured. */
  readonly firstAfterSeconds: number
  readonly violations: number
  readonly duplicates: number
  /** CPU seconds of the workers, of PostgreSQL, of the receiver. */
  readonly cpu: { readonly workers: number; readonly database: number; readonly receiver: number }
  /** How many cores others had meanwhile: the rates are worth the less the more it was. */
  readonly coresOfOthers: number
}

const WARM_UP_MS = 3_000
/** A contender whose first fetch takes long is waited for; then it is measured as the others are. */
const PATIENCE_SECONDS = 60
/** One that works in bursts is measured longer, so that no single burst makes its rate. */
const ENOUGH_EVENTS = 5_000
const LONGEST_SECONDS = 20

/** Fills a database, lets the workers loose on it, and counts what arrives. */
export async function measureDrain(bench: Bench, drain: Drain): Promise<Drained> {
  const { contender, workload } = drain
  const databaseUrl = await bench.makeDatabase(await seededFor(bench, contender, workload))
  await tell(bench, { ask: 'reset', trouble: drain.trouble, timed: false })
  const children = await startWorkers(bench, drain, databaseUrl)
  try {
    return { drain, ...(await observe(bench, drain, children)) }
  } finally {
    for (const child of children) child.send('stop')
    await wait(500)
    await Promise.all(children.map(endChild))
    await bench.dropDatabase(databaseUrl)
  }
}

const seeded = new Map<string, Promise<string>>()

/** Filling takes longer than draining, so it is done once and copied. */
function seededFor(bench: Bench, contender: ContenderName, workload: Workload): Promise<string> {
  // The settings of one contender share what was filled.
  const key = `${contender.replace(/^graphile-worker-.*/, 'graphile-worker')} ${JSON.stringify(workload)}`
  const known = seeded.get(key)
  if (known !== undefined) return known
  const made = (async () => {
    const startedAt = performance.now()
    const url = await bench.makeDatabase()
    await (await contenders[contender]()).seed(url, workload)
    if (contender.startsWith('lanes')) {
      const maxEvents = contender === 'lanes' ? 1 : EVENTS_TOGETHER
      await addEndpoints(url, bench.origin, workload.endpoints, maxEvents)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    console.log(`${contender}: ${workload.instances} instances filled in within ${seconds} s`)
    return url
  })()
  seeded.set(key, made)
  return made
}

const tell = ({ receiver }: Bench, command: Command) => ask<Tally>(receiver, command)

async function startWorkers(
  bench: Bench,
  { contender, workload, workers }: Drain,
  databaseUrl: string,
): Promise<ChildProcess[]> {
  const started = Array.from({ length: workers }, async (_, index) => {
    const { origin } = bench
    const settings: WorkerSettings = {
      contender,
      databaseUrl,
      origin,
      workload,
      index,
      workers,
    }
    return (await startChild('worker.ts', JSON.stringify(settings))).child
  })
  return Promise.all(started)
}

async function observe(bench: Bench, drain: Drain, children: readonly ChildProcess[]) {
  const { instances, eventsPerInstance, endpoints } = drain.workload
  const reachable =
    drain.trouble === 'hanging' ? instances - Math.ceil(instances / endpoints) : instances
  const firstAfterSeconds = await startAndWait(bench, children)
  // The first seconds are spent on compiling and connecting.
  await wait(WARM_UP_MS)
  const warm = await tell(bench, { ask: 'tally' })
  const before = await readCpu(bench, children)
  const startedAt = performance.now()
  let tally: Tally
  let seconds: number
  let events: number
  do {
    await wait(50)
    tally = await tell(bench, { ask: 'tally' })
    seconds = (performance.now() - startedAt) / 1000
    events = tally.received - warm.received
  } while (tally.received < reachable * eventsPerInstance && !isEnough(drain, seconds, events))
  const after = await readCpu(bench, children)
  const { violations, duplicates } = tally
  const cpu = {
    workers: after.workers - before.workers,
    database: after.database - before.database,
    receiver: after.receiver - before.receiver,
  }
  const others = after.machine - before.machine - cpu.workers - cpu.database - cpu.receiver
  const coresOfOthers = Math.max(0, others / seconds)
  return { events, seconds, firstAfterSeconds, violations, duplicates, cpu, coresOfOthers }
}

const isEnough = (drain: Drain, seconds: number, events: number) =>
  seconds >= drain.seconds && (events >= ENOUGH_EVENTS || seconds >= LONGEST_SECONDS)

/** Lets the workers loose; answers how long the first event took, or the patience with them. */
async function startAndWait(bench: Bench, children: readonly ChildProcess[]): Promise<number> {
  for (const child of children) child.send('go')
  const startedAt = performance.now()
  const sinceStart = () => (performance.now() - startedAt) / 1000
  while (sinceStart() < PATIENCE_SECONDS) {
    if ((await tell(bench, { ask: 'tally' })).received > 0) break
    await wait(20)
  }
  return sinceStart()
}

async function readCpu({ postmaster, receiver }: Bench, workers: readonly ChildProcess[]) {
  const each = await Promise.all(workers.map(({ pid }) => cpuOf(pid ?? 0)))
  return {
    workers: each.reduce((total, seconds) => total + seconds, 0),
    database: await cpuWithChildren(postmaster),
    receiver: await cpuOf(receiver.pid ?? 0),
    machine: await cpuOfMachine(),
  }
}
