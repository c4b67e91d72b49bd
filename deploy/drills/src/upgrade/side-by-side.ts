// pnpm drill:upgrade [--from <folder of the earlier version, installed>] [--seconds 20]
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { layoutOf } from '@countersign/local/layout'
import { findPortBase } from '@countersign/test-kit/ports'
import { startBalancer } from '../platform/balancer.ts'
import { placeInstances } from '../platform/drill-platform.ts'
import type { Instance } from '../platform/instance.ts'
import { startStorage } from '../platform/storage.ts'
import { measurePhase } from '../rolling/measure.ts'
import type { CreateEventReceiver } from '../workload/receiver.ts'
import { startWorkload } from '../workload/workload.ts'
import { checkOut } from './checkout.ts'
import { startEarlier } from './earlier.ts'
import { errorsIn } from './errors-in.ts'
import { readFixture } from './fixture.ts'
import { startOwnServer } from './own-server.ts'
import { environmentOfEarlier, phasesOf } from './side-by-side-phases.ts'

/*
 * The last released version and this one at once, on one database, before, while and after the migrations run: one
 * process of each service of each version, behind HAProxy, which gives requests to both in turn.
 */
const { values } = parseArgs({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: '20' } },
})
const write = (line: string) => console.log(line)
const faults: string[] = []
const folder = await mkdtemp(join(tmpdir(), 'countersign-side-by-side-'))
// PostgreSQL may run as another account.
await chmod(folder, 0o711)
try {
  const { version, commit } = await readFixture()
  write(`version ${version} (${commit.slice(0, 8)}), and the one of now`)
  const checkout = resolve(values.from ?? join(folder, 'earlier'))
  if (values.from === undefined) await checkOut(commit, checkout)
  const dataDir = join(folder, 'data')
  const portBase = await findPortBase()
  await seedByEarlier(checkout, dataDir, portBase)
  await drill(checkout, dataDir, portBase)
} finally {
  await rm(folder, { recursive: true, force: true })
}
for (const fault of faults) write(`FAULT ${fault}`)
write(faults.length === 0 ? 'nothing was lost, nothing is there twice' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

/** Tables, people, business types and processes as the earlier version makes them. */
async function seedByEarlier(checkout: string, dataDir: string, portBase: number): Promise<void> {
  const earlier = startEarlier(checkout, layoutOf(dataDir), portBase)
  try {
    await earlier.ready()
  } finally {
    await earlier.stop()
  }
}

async function drill(checkout: string, dataDir: string, portBase: number): Promise<void> {
  const { plan, server } = await startOwnServer(dataDir, portBase)
  const storage = await startStorage(dataDir, write)
  const documents = await storage.addUser('documents')
  const { instances, fronts } = await placeInstances(
    plan,
    {
      counts: { iam: 2, bpm: 2, dms: 2, gateway: 2 },
      environment: (service) => ({
        SHUTDOWN_DRAIN_SECONDS: '5',
        ...(service === 'dms' ? documents : {}),
      }),
    },
    (line) => void faults.push(line),
  )
  const balancer = await startBalancer(plan, fronts, write)
  const from = pathToFileURL(`${checkout}/`)
  const startEarlierOne = (instance: Instance) =>
    instance.start(environmentOfEarlier(plan, instance.service), from)
  const seconds = Number(values.seconds)
  const state = { plan, instances, startEarlier: startEarlierOne, write, seconds }
  try {
    for (const instance of instances.filter(({ index }) => index === 0))
      await startEarlierOne(instance)
    const createReceiver = await receiverOf(from)
    const workload = await startWorkload(plan, { seed: 8, createReceiver })
    for (const phase of phasesOf(state))
      faults.push(...(await measurePhase(phase, workload.ledger, write)))
    await workload.finish()
    faults.push(...(await workload.check()))
    write(JSON.stringify(workload.ledger.counts))
    await workload.close()
    for (const { service, index, logFile } of instances)
      for (const error of await errorsIn(logFile))
        write(`${service} ${index === 0 ? 'of before' : 'of now'}: ${error}`)
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()))
    await balancer.stop()
    await storage.stop()
    await server.stop()
  }
}

/** Receivers are upgraded last: whoever hears both versions is an application of before. */
async function receiverOf(checkout: URL): Promise<CreateEventReceiver> {
  const { href } = new URL('packages/event-receiver/src/index.ts', checkout)
  // Its options are among those of now; others are not looked at.
  const { createEventReceiver } = (await import(href)) as {
    readonly createEventReceiver: CreateEventReceiver
  }
  return createEventReceiver
}
