import { setTimeout as delay } from 'node:timers/promises'
import { layoutOf, prepareLayout } from '@countersign/local/layout'
import type { DatabaseServer, Plan } from '@countersign/local/plan'
import { baseEnvironment } from '@countersign/local/processes'
import { createProgress } from '@countersign/local/progress'
import { ensureSecrets, ownedNames } from '@countersign/local/secrets'
import { openSeeded } from '@countersign/local/seeded'
import {
  bootstrapIam,
  migrateAll,
  prepareDatabases,
  publishDefinitions,
} from '@countersign/local/seed/apply'
import { describePlatform } from '@countersign/local/seed/platform'
import { readSettings } from '@countersign/local/settings'
import type { Supervised } from '@countersign/local/supervisor'
import { findFreePort, findPortBase } from '@countersign/test-kit/ports'
import { startBalancer, type Front } from './balancer.ts'
import { createInstance, drilledServices, type DrilledService, type Instance } from './instance.ts'
import { registerSampleType } from './sample-type.ts'

export interface DrillOptions {
  /** Folder for secrets, logs and documents; a second start on it finds what the first one seeded. */
  readonly dataDir: string
  readonly databaseServer: DatabaseServer
  /** First of ten free ports. A second start on the same folder gives the first one's, which clients know. */
  readonly portBase?: number
  /** How many of each. Default 1. More than one stand behind HAProxy. */
  readonly counts?: Partial<Readonly<Record<DrilledService, number>>>
  /** Settings over those of the local platform, such as another storage. */
  readonly environment?: (service: DrilledService, index: number) => NodeJS.ProcessEnv
  readonly write: (line: string) => void
}

/** The services as processes, on free ports, against databases that somebody else runs. */
export interface DrillPlatform {
  readonly plan: Plan
  readonly instances: readonly Instance[]
  /** Processes that ended by themselves and were started again. */
  readonly unexpectedEnds: readonly string[]
  readonly instancesOf: (service: DrilledService) => readonly Instance[]
  readonly stop: () => Promise<void>
}

/**
 * Prepares databases, people and processes where they are not there yet, and starts everything. The sample
 * application does not run: its port and its business type are for the receiver of a drill.
 *
 * @throws when something does not get ready; nothing is left running.
 */
export async function startDrillPlatform(options: DrillOptions): Promise<DrillPlatform> {
  const { write } = options
  const plan = await createPlan(options)
  const seeded = await openSeeded(plan.layout.seededFile)
  const progress = createProgress(write)
  const unexpectedEnds: string[] = []
  const report = (line: string) => {
    unexpectedEnds.push(line)
    write(`! ${line}`)
  }
  const { instances, fronts } = await placeInstances(plan, options, report)
  let balancer: Supervised | undefined
  const stop = async () => {
    await Promise.all(instances.map((instance) => instance.stop()))
    await balancer?.stop()
  }
  try {
    await progress.step('databases and roles', () => prepareDatabases(plan))
    await progress.step('migrations', () => migrateAll(plan, ownedNames))
    await bootstrapIam(plan, seeded, progress)
    if (fronts.length > 0) balancer = await startBalancer(plan, fronts, report)
    await progress.step('services ready', async () => {
      await Promise.all(instances.map((instance) => instance.start()))
      await untilReady(plan.platform.baseUrl)
    })
    await registerSampleType(plan)
    await publishDefinitions(plan, seeded, progress)
  } catch (error) {
    await stop()
    throw error
  }
  const instancesOf = (service: DrilledService) =>
    instances.filter((instance) => instance.service === service)
  return { plan, instances, unexpectedEnds, instancesOf, stop }
}

/** Whoever balances learns a moment later that they are ready. */
export async function untilReady(baseUrl: string): Promise<void> {
  for (let looks = 0; looks < 300; looks += 1) {
    const { status } = await fetch(`${baseUrl}/actuator/health/readiness`)
    if (status === 200) return
    await delay(100)
  }
  throw new Error('the platform does not get ready')
}

async function createPlan({ dataDir, databaseServer, portBase }: DrillOptions): Promise<Plan> {
  const layout = layoutOf(dataDir)
  await prepareLayout(layout)
  const base = String(portBase ?? (await findPortBase()))
  const settings = readSettings({ PORT_BASE: base, DATA_DIR: dataDir }, dataDir)
  const secrets = await ensureSecrets(layout.secretsFile)
  const platform = describePlatform(settings, secrets)
  const baseEnv = baseEnvironment(process.env)
  return { settings, layout, secrets, platform, baseEnv, pages: {}, databaseServer }
}

/** One has the address of its service itself; of several each has one of its own, behind that address. */
export async function placeInstances(
  plan: Plan,
  options: Pick<DrillOptions, 'counts' | 'environment'>,
  report: (line: string) => void,
): Promise<{ readonly instances: readonly Instance[]; readonly fronts: readonly Front[] }> {
  const { counts = {}, environment = () => ({}) } = options
  const instances: Instance[] = []
  const fronts: Front[] = []
  for (const service of drilledServices) {
    const { [service]: port } = plan.settings.ports
    const count = counts[service] ?? 1
    const own: Instance[] = []
    for (let index = 0; index < count; index += 1) {
      const ports = count === 1 ? { port } : { port: await findFreePort() }
      const managementPort = await findFreePort()
      const settings = { ...drillSettings(service, instances), ...environment(service, index) }
      own.push(
        createInstance(plan, {
          service,
          index,
          ...ports,
          managementPort,
          environment: settings,
          report,
        }),
      )
    }
    instances.push(...own)
    if (count > 1) fronts.push({ service, port, instances: own })
  }
  return { instances, fronts }
}

/**
 * All clients of a drill have one address: limits per address would end it. The gateway knows each process of the
 * services; these ask each other by HAProxy.
 */
function drillSettings(service: DrilledService, others: readonly Instance[]): NodeJS.ProcessEnv {
  if (service !== 'gateway') return {}
  const processesOf = (name: DrilledService) =>
    others.filter((one) => one.service === name).map(({ url }) => numeric(url))
  return {
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_SIGN_IN: '0',
    IAM_URL: processesOf('iam').join(),
    BPM_URL: processesOf('bpm').join(),
    DMS_URL: processesOf('dms').join(),
  }
}

// The name may lead to an address of IPv6, too, where nobody listens.
const numeric = (url: string): string => url.replace('localhost', '127.0.0.1')
