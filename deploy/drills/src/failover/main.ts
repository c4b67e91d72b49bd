import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { layoutOf, prepareLayout } from '@countersign/local/layout'
import { ensureSecrets, type Secrets } from '@countersign/local/secrets'
import { startDrillPlatform, type DrillPlatform } from '../platform/drill-platform.ts'
import type { DrilledService } from '../platform/instance.ts'
import type { Ledger } from '../workload/ledger.ts'
import { findUnexplained } from '../workload/until-clear.ts'
import { startWorkload } from '../workload/workload.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { openDoors, type Doors } from './doors.ts'
import { ports } from './node-settings.ts'
import { playRound, type DisturbanceName, type Round } from './rounds.ts'

/*
 * `pnpm drill:failover [rounds]`: people work while the leader of a PostgreSQL cluster is killed, paused, cut off
 * and switched over. Needs root on Linux and Debian's patroni, etcd-server, haproxy, pgbouncer and postgresql-15.
 * Ends with 1 when anything that was acknowledged is lost or there twice, or a service had to be started again.
 */

const order: readonly DisturbanceName[] = ['killed', 'paused', 'cut off', 'switched over']
const rounds = Number(process.argv[2] ?? 10)

const dataDir = await mkdtemp(join(tmpdir(), 'countersign-failover-'))
// PostgreSQL's account walks through.
await chmod(dataDir, 0o711)
const stops: (() => unknown)[] = []
async function drill(): Promise<readonly string[]> {
  const layout = layoutOf(join(dataDir, 'platform'))
  await prepareLayout(layout)
  const secrets = await ensureSecrets(layout.secretsFile)
  const passwords = { postgres: secrets.postgres, replicator: secrets.databases.expense }
  const cluster = await startCluster(dataDir, passwords)
  stops.push(cluster.remove)
  console.log(`cluster of ${cluster.nodes.length} nodes on ${cpus().length} cores`)
  const doors = await openDoors(dataDir, cluster, secrets)
  stops.push(doors.stop)
  const platform = await startPlatform(layout.dataDir, cluster, doors, secrets)
  stops.push(platform.stop)
  const workload = await startWorkload(platform.plan, { seed: 16 })
  stops.push(workload.close)
  const played: Round[] = []
  const { notes } = workload.ledger
  for (let round = 0; round < rounds; round += 1) {
    const before = findUnexplained(notes)
    played.push(await playRound(cluster, workload.ledger, order[round % order.length] ?? 'killed'))
    console.log(lineOf(round, played[round]))
    const wrong = findUnexplained(notes).filter((finding) => !before.includes(finding))
    for (const finding of wrong) console.log(`    WRONG ${finding}`)
  }
  await workload.finish()
  const findings = [...(await workload.check()), ...findWrong(workload.ledger, platform)]
  report(workload.ledger, played, findings)
  return findings
}

/** bpm has an address with all nodes, iam and dms go through PgBouncer and HAProxy: both ways are tried. */
const startPlatform = (
  dir: string,
  { nodes }: Cluster,
  doors: Doors,
  { postgres, databases }: Secrets,
): Promise<DrillPlatform> =>
  startDrillPlatform({
    dataDir: dir,
    databaseServer: {
      adminUrl: `postgresql://postgres:${postgres}@${doors.haproxy}/postgres`,
      hosts: nodes.map(({ address }) => `${address}:${ports.postgres}`).join(','),
      query: '?target_session_attrs=read-write',
    },
    environment: (service: DrilledService) =>
      service === 'iam' || service === 'dms'
        ? {
            DATABASE_URL: `postgresql://${service}:${databases[service]}@${doors.pgbouncer}/${service}?prepared_statements=false`,
          }
        : {},
    write: (line) => console.log(line),
  })

/** Answers that an outage does not explain, and processes that it ended. */
const findWrong = ({ notes }: Ledger, { unexpectedEnds }: DrillPlatform): readonly string[] => [
  ...unexpectedEnds,
  ...findUnexplained(notes),
]

const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(5)
const longestOf = ({ pausesMs }: Round) => Math.max(...Object.values(pausesMs))

function lineOf(round: number, played: Round | undefined): string {
  if (played === undefined) return ''
  const { what, from, to, pausesMs } = played
  const pauses = Object.entries(pausesMs).map(([kind, ms]) => `${kind} ${seconds(ms)} s`)
  return `${String(round + 1).padStart(2)}. ${what.padEnd(13)} ${from} → ${to}  ${pauses.join(', ')}`
}

function report(ledger: Ledger, played: readonly Round[], findings: readonly string[]): void {
  console.log('acknowledged:', ledger.counts)
  console.log('repeated with the same key:', ledger.notes)
  for (const what of order) {
    const longest = Math.max(0, ...played.filter((one) => one.what === what).map(longestOf))
    console.log(`longest pause, ${what}: ${seconds(longest)} s`)
  }
  console.log(`longest pause: ${seconds(Math.max(0, ...played.map(longestOf)))} s`)
  for (const finding of findings) console.log(`WRONG ${finding}`)
  console.log(findings.length === 0 ? 'nothing lost, nothing twice' : `${findings.length} findings`)
}

try {
  process.exitCode = (await drill()).length === 0 ? 0 : 1
} finally {
  for (const stop of stops.toReversed()) await stop()
  if (process.exitCode === 0) await rm(dataDir, { recursive: true, force: true })
  else console.log(`logs: ${dataDir}`)
}
