import { run } from './shell.ts'

/** Nodes with a network of their own each, which can be cut, and one router between them and us. */
export interface Network {
  /** Of a node, from 0. */
  readonly addressOf: (node: number) => string
  readonly namespaceOf: (node: number) => string
  /** Drops all that comes from a node and all that goes to it, silently, as a broken switch does. */
  readonly cut: (node: number) => Promise<void>
  readonly mend: (node: number) => Promise<void>
  readonly remove: () => Promise<void>
}

/**
 * Makes a network namespace for each node and one that routes between them (veth pairs, no bridge: another
 * firewall of the machine has no say there).
 *
 * @throws when it may not: root on Linux is needed.
 */
export async function createNetwork(nodes: number): Promise<Network> {
  const name = `csd${process.pid}`
  const hub = `${name}-hub`
  // One of 256 private networks, so that two drills on a machine do not meet.
  const subnet = `10.${process.pid % 256}`
  const addressOf = (node: number) => `${subnet}.${node + 1}.2`
  const namespaceOf = (node: number) => `${name}-n${node + 1}`
  const inHub = (...args: readonly string[]) => run('ip', 'netns', 'exec', hub, ...args)
  const remove = async () => {
    for (const namespace of [hub, ...Array.from({ length: nodes }, (_, node) => namespaceOf(node))])
      await run('ip', 'netns', 'delete', namespace)
  }
  await run('ip', 'netns', 'add', hub)
  await inHub('sysctl', '-qw', 'net.ipv4.ip_forward=1')
  await connect({ hub, outside: `${name}h`, inside: 'us', address: `${subnet}.0` })
  await run('ip', 'route', 'add', `${subnet}.0.0/16`, 'via', `${subnet}.0.1`)
  for (let node = 0; node < nodes; node += 1) {
    const namespace = namespaceOf(node)
    await run('ip', 'netns', 'add', namespace)
    const address = `${subnet}.${node + 1}`
    await connect({ hub, outside: `${name}n${node + 1}`, inside: lineOf(node), address, namespace })
    await run('ip', '-n', namespace, 'link', 'set', 'lo', 'up')
    await run('ip', '-n', namespace, 'route', 'add', 'default', 'via', `${address}.1`)
  }
  const rules = (verb: '-I' | '-D') => async (node: number) => {
    for (const side of ['-i', '-o'])
      await inHub('iptables', verb, 'FORWARD', side, lineOf(node), '-j', 'DROP')
  }
  return { addressOf, namespaceOf, cut: rules('-I'), mend: rules('-D'), remove }
}

const lineOf = (node: number) => `n${node + 1}`

/** One end of a line is the hub's (`….1`), the other one a node's or ours (`….2`). */
async function connect(line: {
  readonly hub: string
  readonly outside: string
  readonly inside: string
  readonly address: string
  readonly namespace?: string
}): Promise<void> {
  const { hub, outside, inside, address, namespace } = line
  await run('ip', 'link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', hub)
  await run('ip', '-n', hub, 'address', 'add', `${address}.1/24`, 'dev', inside)
  await run('ip', '-n', hub, 'link', 'set', inside, 'up')
  if (namespace !== undefined) await run('ip', 'link', 'set', outside, 'netns', namespace)
  const there = namespace === undefined ? [] : ['-n', namespace]
  await run('ip', ...there, 'address', 'add', `${address}.2/24`, 'dev', outside)
  await run('ip', ...there, 'link', 'set', outside, 'up')
}
