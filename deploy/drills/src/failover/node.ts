import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Network } from './network.ts'
import { etcdArguments, patroniSettings, type Passwords } from './node-settings.ts'
import { asPostgres, run, start } from './shell.ts'

/** A machine of the cluster: etcd, Patroni, and the PostgreSQL that Patroni runs. */
export interface Node {
  readonly name: string
  readonly address: string
  readonly start: () => Promise<void>
  /** To all of its processes at once, as when a machine loses power or is frozen. */
  readonly signal: (signal: NodeJS.Signals) => Promise<void>
}

export interface NodeOptions {
  readonly index: number
  readonly addresses: readonly string[]
  readonly network: Network
  readonly dataDir: string
  readonly passwords: Passwords
  readonly account: { readonly uid: number; readonly gid: number }
}

export async function createNode(options: NodeOptions): Promise<Node> {
  const { index, addresses, network, dataDir, account } = options
  const name = `node${index + 1}`
  const address = network.addressOf(index)
  const namespace = network.namespaceOf(index)
  const home = join(dataDir, name)
  await mkdir(home, { mode: 0o700 })
  const settingsFile = join(home, 'patroni.json')
  // Patroni reads YAML, of which JSON is a part.
  const settings = patroniSettings({ name, address, addresses, home, passwords: options.passwords })
  await writeFile(settingsFile, JSON.stringify(settings, null, 2), { mode: 0o600 })
  for (const path of [home, settingsFile]) await chown(path, account.uid, account.gid)
  const inNamespace = ['ip', 'netns', 'exec', namespace]
  const within = (log: string, ...command: readonly string[]): ChildProcess =>
    start(join(dataDir, `${name}-${log}.log`), [...inNamespace, ...asPostgres, ...command])
  let children: readonly ChildProcess[] = []
  return {
    name,
    address,
    async start() {
      children = [
        within('etcd', 'etcd', ...etcdArguments({ index, addresses, home })),
        within('patroni', 'patroni', settingsFile),
      ]
    },
    async signal(signal) {
      const ended = children.map((child) => once(child, 'exit'))
      const pids = (await run('ip', 'netns', 'pids', namespace)).split('\n').filter(Boolean)
      for (const pid of pids) kill(Number(pid), signal)
      if (signal === 'SIGKILL') await Promise.all(ended)
    },
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
