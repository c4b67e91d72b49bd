// Backups are taken while people work; then each database, and the object store, is restored to another moment.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databaseUrl, type Plan } from '@countersign/local/plan'
import { startDrillPlatform, type DrillPlatform } from '../platform/drill-platform.ts'
import { startWorkload, type Workload } from '../workload/workload.ts'
import { openPlace, restoreTo, startSource, type Place } from './cluster.ts'
import { reconcile, type Difference } from './commands.ts'
import { copyFolder } from './copy-folder.ts'
import { restored, type Moment, type Restored } from './moments.ts'
import type { Submitted } from './submit.ts'
import { workThrough } from './work-through.ts'

const run = promisify(execFile)

export interface RestoreDrill {
  readonly platform: DrillPlatform
  readonly workload: Workload
  readonly moments: Readonly<Record<Restored | 'store', Moment>>
  /** A document that was submitted after the moment of bpm and before that of dms. */
  readonly submitted: Submitted
  readonly runReconcile: (
    service: Restored,
    ...args: readonly string[]
  ) => Promise<readonly Difference[]>
  readonly databaseUrlOf: (service: Restored) => string
  /** Says how long it is since everything was closed, and what was restored. */
  readonly writeWhole: () => void
  readonly stop: () => Promise<void>
}

export interface DrillOptions {
  readonly bin: string
  readonly home: string
  /** How many decisions lie between two moments. */
  readonly decisions: number
  readonly write: (line: string) => void
}

/** To the point where everything runs on what was restored and nothing is reconciled yet. */
export async function drillRestore(options: DrillOptions): Promise<RestoreDrill> {
  const { bin, home, decisions, write } = options
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.toReversed()) await each()
  }
  const timed = createTimed(write)
  try {
    const place = await openPlace(bin, home)
    const source = await startSource(place)
    stops.push(source.stop)
    const dataDir = join(home, 'platform')
    const server = { adminUrl: source.adminUrl, hosts: source.hosts }
    const platform = await startDrillPlatform({
      dataDir,
      databaseServer: server,
      environment: () => ({ AUDIT_ANCHOR_SECONDS: '1' }),
      write,
    })
    stops.push(platform.stop)
    const { plan } = platform
    const workload = await startWorkload(plan, { seed: 7 })
    stops.push(workload.close)
    const { base, copy, moments, submitted } = await workThrough(
      { place, source, plan, workload, timed },
      decisions,
    )
    await Promise.all(platform.instances.map((instance) => instance.stop()))
    await source.stop()
    const closedAt = performance.now()
    const sizes = await sizesOf({ base, copy, archive: join(home, 'archive') })

    const urls = await timed('restore of three databases and the objects', () =>
      restoreAll(place, plan, { base, copy, moments, stops }),
    )
    const databaseUrlOf = (service: Restored) => urls.get(service) ?? ''
    await timed('start', () => startOn(platform, urls))
    const runReconcile = (service: Restored, ...args: readonly string[]) =>
      timed(`${service} reconcile ${args.join(' ')}`, () =>
        reconcile(plan, service, databaseUrlOf(service), args),
      )
    const writeWhole = () => write(`from closing to opening: ${secondsSince(closedAt)} s; ${sizes}`)
    return { platform, workload, moments, submitted, runReconcile, databaseUrlOf, writeWhole, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Each database to its moment, on a server of its own. @returns their addresses. */
async function restoreAll(
  place: Place,
  plan: Plan,
  from: {
    readonly base: string
    readonly copy: string
    readonly moments: Readonly<Record<Restored, Moment>>
    readonly stops: (() => Promise<unknown>)[]
  },
): Promise<ReadonlyMap<string, string>> {
  const { base, copy, moments, stops } = from
  const urls = new Map<string, string>()
  for (const name of restored) {
    const cluster = await restoreTo(place, { name, base, moment: moments[name].time })
    stops.push(cluster.stop)
    urls.set(name, databaseUrl(planOn(plan, cluster.hosts), name))
  }
  await rm(plan.layout.documentsDir, { recursive: true })
  await copyFolder(copy, plan.layout.documentsDir)
  return urls
}

const planOn = (plan: Plan, hosts: string): Plan => ({
  ...plan,
  databaseServer: { adminUrl: '', hosts },
})

async function startOn(platform: DrillPlatform, urls: ReadonlyMap<string, string>): Promise<void> {
  await Promise.all(
    platform.instances.map((instance) => {
      const url = urls.get(instance.service)
      return instance.start(url === undefined ? {} : { DATABASE_URL: url })
    }),
  )
}

const createTimed =
  (write: (line: string) => void) =>
  async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const done = await work()
    write(`${name}: ${secondsSince(begun)} s`)
    return done
  }

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 100) / 10

/** Of folders, in megabytes: what a restore copies and replays. */
async function sizesOf(folders: Readonly<Record<string, string>>): Promise<string> {
  const sizes = await Promise.all(
    Object.entries(folders).map(async ([name, path]) => {
      const { stdout } = await run('du', ['-sm', path])
      return `${name} ${stdout.split('\t', 1)[0]} MB`
    }),
  )
  return sizes.join(', ')
}
