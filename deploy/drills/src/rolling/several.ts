import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { startDrillPlatform, type DrillPlatform } from '../platform/drill-platform.ts'
import type { DrilledService } from '../platform/instance.ts'
import { startStorage, type DrillStorage } from '../platform/storage.ts'
import type { Ledger } from '../workload/ledger.ts'
import { startWorkload } from '../workload/workload.ts'
import { measurePhase } from './measure.ts'
import type { Phase } from './phases.ts'

/** What something is done to: several of each service, behind HAProxy, on a PostgreSQL and an S3 of their own. */
export interface Several {
  readonly platform: DrillPlatform
  readonly storage: DrillStorage
  readonly fault: (fault: string) => void
  readonly write: (line: string) => void
}

/** The same while people work. */
export interface WorkedWith extends Several {
  readonly ledger: Ledger
}

export interface SeveralOptions {
  readonly name: string
  readonly counts: Readonly<Record<DrilledService, number>>
  readonly seed: number
  /** Settings over those of the drill. */
  readonly environment?: (
    storage: DrillStorage,
  ) => Promise<(service: DrilledService) => NodeJS.ProcessEnv>
  readonly phases: (several: WorkedWith) => readonly Phase[] | Promise<readonly Phase[]>
  /** Said when there is no fault. */
  readonly well: string
}

/** Runs the phases one after the other while people work; what is not as the ledger says makes the process end with 1. */
export async function drillSeveral(options: SeveralOptions): Promise<void> {
  const { name, well } = options
  const write = (line: string) => console.log(line)
  const faults: string[] = []
  const dataDir = await mkdtemp(join(tmpdir(), `countersign-${name}-`))
  // PostgreSQL may run as another account.
  await chmod(dataDir, 0o711)
  const storage = await startStorage(dataDir, write)
  const server = await startEmbedded(['-c', 'max_connections=200'])
  const fault = (found: string) => void faults.push(found)
  let isWell = false
  try {
    const documents = await storage.addUser('documents')
    const environment = await options.environment?.(storage)
    const platform = await startDrillPlatform({
      dataDir,
      databaseServer: { adminUrl: server.url, hosts: new URL(server.url).host },
      counts: options.counts,
      environment: (service) => ({
        SHUTDOWN_DRAIN_SECONDS: '5',
        ...(service === 'dms' ? documents : {}),
        ...environment?.(service),
      }),
      write,
    })
    await workThrough({ platform, storage, fault, write }, options).finally(() => platform.stop())
    for (const found of faults) write(`FAULT ${found}`)
    write(faults.length === 0 ? well : `${faults.length} faults`)
    isWell = faults.length === 0
  } finally {
    await storage.stop()
    await server.stop()
    if (isWell) await rm(dataDir, { recursive: true, force: true })
    else write(`logs: ${dataDir}`)
    process.exitCode = isWell ? 0 : 1
  }
}

async function workThrough(
  several: Several,
  { seed, phases }: Pick<SeveralOptions, 'seed' | 'phases'>,
): Promise<void> {
  const { platform, fault, write } = several
  const workload = await startWorkload(platform.plan, { seed })
  const { ledger } = workload
  for (const phase of await phases({ ...several, ledger }))
    for (const found of await measurePhase(phase, ledger, write)) fault(found)
  await workload.finish()
  for (const found of await workload.check()) fault(found)
  write(JSON.stringify(ledger.counts))
  await workload.close()
}
