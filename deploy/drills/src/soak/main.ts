// People at work for hours, at a steady rate below what the platform can do: starts, decisions, uploads, downloads, searches, sign-ins,
// deliveries, through the gateway with real tokens. Each minute it is looked at what the processes and databases hold and how long people wait; in the end
// all of that has to be flat, and the books have to agree. Of Linux.
//
//   pnpm campaign:soak [--minutes 120] [--rate 4] [--seed 1] [--write]
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { describeMachine } from '@countersign/test-kit/machine'
import { startDrillPlatform, type DrillPlatform } from '../platform/drill-platform.ts'
import { checkLedger } from '../workload/check-ledger.ts'
import { createLedger } from '../workload/ledger.ts'
import { createPeople } from '../workload/people.ts'
import { startReceiver } from '../workload/receiver.ts'
import { createSampler } from './sampler.ts'
import { judge } from './slope.ts'
import { startWork } from './work.ts'
import { printJudged, writeSoak } from './write.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    // About half of what two cores do for all of them.
    rate: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
})
const [minutes, perSecond] = [Number(options.minutes), Number(options.rate)]

const machine = describeMachine()
const server = await startEmbedded(['-c', 'max_connections=120', '-c', 'max_wal_size=1GB'])
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-soak-'))
// PostgreSQL may run as another account.
await chmod(dataDir, 0o711)
const folder = join(dataDir, 'memory')
await mkdir(folder)
let platform: DrillPlatform | undefined
try {
  const databaseServer = { adminUrl: server.url, hosts: new URL(server.url).host }
  const preload = new URL('report-memory.ts', import.meta.url).href
  platform = await startDrillPlatform({
    dataDir,
    databaseServer,
    environment: () => ({
      SOAK_FOLDER: folder,
      NODE_OPTIONS: `--import=${preload}`,
      // Sessions that began with the run are asked about in the end.
      SESSION_IDLE_MINUTES: '0',
    }),
    write: (line) => console.log(line),
  })
  await soak(platform)
} finally {
  await platform?.stop()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function soak({ plan, instances, unexpectedEnds }: DrillPlatform): Promise<void> {
  const ledger = createLedger()
  const people = createPeople(plan, ledger)
  const receiver = await startReceiver(plan, ledger)
  const work = startWork({ plan, people, ledger }, { perSecond, seed: Number(options.seed) })
  const sampler = await createSampler({ folder, instances, adminUrl: server.url, work })
  const begun = performance.now()
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(begun + minute * 60_000 - performance.now())
    console.log(`${minute} of ${minutes} minutes: ${await sampler.sample()}`)
  }
  await work.finish()
  const faults = [...(await checkLedger({ plan, ledger, people, receiver })), ...unexpectedEnds]
  if (work.leftOut() > 0)
    faults.push(`${work.leftOut()} pieces of work were not begun: too many were under way`)
  await sampler.close()
  await receiver.close()
  const judged = sampler.series().map(judge)
  for (const line of printJudged(judged)) console.log(line)
  for (const fault of faults) console.log(`FAULT ${fault}`)
  if (options.write) {
    const { counts, notes } = ledger
    await writeSoak(
      machine,
      { minutes, perSecond, seed: options.seed, counts, notes, faults: faults.length },
      judged,
    )
  }
  if (faults.length > 0 || judged.some(({ isFlat }) => !isFlat)) process.exitCode = 1
}
