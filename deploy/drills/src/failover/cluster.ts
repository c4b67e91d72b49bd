import { setTimeout as wait } from 'node:timers/promises'
import { waitUntil } from '@countersign/local/processes'
import { createNetwork, type Network } from './network.ts'
import { createNode, type Node } from './node.ts'
import { ports, type Passwords } from './node-settings.ts'
import { run } from './shell.ts'

const size = 3
const wholeTimeoutMs = 180_000

/** Three machines with etcd, Patroni and PostgreSQL, in synchronous mode. */
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly network: Network
  /** The node that leads by its own word; undefined while none does, or two do. */
  readonly findLeader: () => Promise<Node | undefined>
  /** Waits until one leads, the others have its history and follow it, one of them synchronously. */
  readonly whole: () => Promise<void>
  /** Hands leadership to another node, in order. */
  readonly switchOver: (leader: Node) => Promise<void>
  readonly remove: () => Promise<void>
}

export async function startCluster(dataDir: string, passwords: Passwords): Promise<Cluster> {
  const network = await createNetwork(size)
  const addresses = Array.from({ length: size }, (_, index) => network.addressOf(index))
  const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => run('id', what, 'postgres')))
  const account = { uid: Number(uid), gid: Number(gid) }
  const nodes: Node[] = []
  for (const index of addresses.keys())
    nodes.push(await createNode({ index, addresses, network, dataDir, passwords, account }))
  await Promise.all(nodes.map((node) => node.start()))
  const findLeader = async () => {
    const leading = await Promise.all(nodes.map(leads))
    const leaders = nodes.filter((_, index) => leading[index])
    return leaders.length === 1 ? leaders[0] : undefined
  }
  const cluster: Cluster = {
    nodes,
    network,
    findLeader,
    whole: () => waitUntil(() => isWhole(nodes), wholeTimeoutMs, 'the cluster does not get whole'),
    async switchOver({ name, address }) {
      await ask(address, '/switchover', { method: 'POST', body: JSON.stringify({ leader: name }) })
    },
    async remove() {
      for (const node of nodes) await node.signal('SIGKILL')
      await network.remove()
    },
  }
  try {
    await cluster.whole()
  } catch (error) {
    await cluster.remove()
    throw error
  }
  return cluster
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

async function isWhole(nodes: readonly Node[]): Promise<boolean> {
  const seen = await Promise.all(nodes.map(seesAll))
  const leader = nodes.find(({ name }) => seen.every((leading) => leading === name))
  if (leader !== undefined && (await isFollowed(leader, nodes.length - 1))) return true
  await wait(200)
  return false
}

/** The leader's name where this node sees the others follow it, one synchronously, each with its history. */
async function seesAll({ address }: Node): Promise<string | undefined> {
  const answer = await ask(address, '/cluster').catch(() => undefined)
  if (answer === undefined) return undefined
  const { members } = (await answer.json()) as { members: readonly Member[] }
  const inRole = (role: string) =>
    members.filter((one) => one.role === role && /^(running|streaming)$/.test(one.state))
  const [leader] = inRole('leader')
  const hasRoles = inRole('sync_standby').length === 1 && inRole('replica').length === 1
  const haveHistory = members.every(({ timeline }) => timeline === leader?.timeline)
  return hasRoles && haveHistory ? leader?.name : undefined
}

/** A node whose history has yet to be rewound runs, too, and follows nobody: who streams tells. */
async function isFollowed({ address }: Node, standbys: number): Promise<boolean> {
  const answer = await ask(address, '/patroni').catch(() => undefined)
  if (answer === undefined) return false
  const { replication = [] } = (await answer.json()) as {
    replication?: readonly { readonly state: string }[]
  }
  return replication.filter(({ state }) => state === 'streaming').length === standbys
}

async function leads({ address }: Node): Promise<boolean> {
  const answer = await ask(address, '/primary').catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status === 200
}

/** Patroni's own interface. A switchover takes a while. */
const ask = (address: string, path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(`http://${address}:${ports.patroni}${path}`, {
    ...options,
    signal: AbortSignal.timeout(options.method === 'POST' ? 60_000 : 1_500),
  })
