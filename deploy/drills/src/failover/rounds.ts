import { setTimeout as wait } from 'node:timers/promises'
import { waitUntil } from '@countersign/local/processes'
import type { Kind, Ledger } from '../workload/ledger.ts'
import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'

/** What is done to a leader, and how it is put right when another one leads. */
interface Disturbance {
  readonly begin: (cluster: Cluster, leader: Node) => Promise<void>
  readonly end: (cluster: Cluster, leader: Node) => Promise<void>
}

const disturbances = {
  /** The machine loses power, and comes back. */
  killed: {
    begin: (_cluster, leader) => leader.signal('SIGKILL'),
    end: (_cluster, leader) => leader.start(),
  },
  /** The machine freezes for longer than the others wait, and goes on as if nothing had been. */
  paused: {
    begin: (_cluster, leader) => leader.signal('SIGSTOP'),
    end: (_cluster, leader) => leader.signal('SIGCONT'),
  },
  /** Nothing gets to it or from it, and nobody is told. */
  'cut off': {
    begin: ({ network, nodes }, leader) => network.cut(nodes.indexOf(leader)),
    end: ({ network, nodes }, leader) => network.mend(nodes.indexOf(leader)),
  },
  'switched over': { begin: (cluster, leader) => cluster.switchOver(leader), end: async () => {} },
} as const satisfies Record<string, Disturbance>

export type DisturbanceName = keyof typeof disturbances

export interface Round {
  readonly what: DisturbanceName
  readonly from: string
  readonly to: string
  /** Longest time without an acknowledged write of a kind, from the disturbance on. */
  readonly pausesMs: Readonly<Record<Kind, number>>
}

const kinds = ['signIn', 'start', 'decision', 'upload', 'delivery'] as const
const settleMs = 3_000
const patienceMs = 120_000

/**
 * Takes the leader away under load and waits until every kind of work goes on with another one; then puts the
 * machine right and waits until it follows.
 *
 * @throws when work does not go on in two minutes.
 */
export async function playRound(
  cluster: Cluster,
  ledger: Ledger,
  what: DisturbanceName,
): Promise<Round> {
  await cluster.whole()
  await wait(settleMs)
  const leader = await cluster.findLeader()
  if (leader === undefined) throw new Error('nobody leads')
  const beganAt = performance.now()
  await disturbances[what].begin(cluster, leader)
  const next = await findNext(cluster, leader)
  await goesOn(ledger)
  const pausesMs = Object.fromEntries(
    kinds.map((kind) => [kind, Math.round(ledger.longestPauseMs(beganAt, kind))]),
  ) as Record<Kind, number>
  await disturbances[what].end(cluster, leader)
  await cluster.whole()
  return { what, from: leader.name, to: next.name, pausesMs }
}

async function findNext(cluster: Cluster, before: Node): Promise<Node> {
  let next: Node | undefined
  const isLed = async () => {
    next = await cluster.findLeader()
    return next !== undefined && next !== before
  }
  await waitUntil(isLed, patienceMs, `nobody leads instead of ${before.name}`)
  return next ?? before
}

/** Every kind of work is acknowledged again, more than once. */
async function goesOn({ counts }: Ledger): Promise<void> {
  const before = { ...counts }
  const works = () => kinds.every((kind) => counts[kind] > before[kind] + 1)
  await waitUntil(works, patienceMs, 'work does not go on with the new leader')
}
