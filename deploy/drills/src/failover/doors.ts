import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { waitUntil } from '@countersign/local/processes'
import type { Secrets } from '@countersign/local/secrets'
import { findFreePort } from '@countersign/test-kit/ports'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { ports } from './node-settings.ts'
import { asPostgres, start } from './shell.ts'

/** Ways to the leader that know it by themselves: HAProxy, and PgBouncer in front of it. */
export interface Doors {
  /** `host:port` each. */
  readonly haproxy: string
  readonly pgbouncer: string
  readonly stop: () => void
}

/** Asks Patroni on each node who leads; connections to one that does not any more are cut. */
const haproxyConfig = (port: number, { nodes }: Pick<Cluster, 'nodes'>): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 30m
  timeout server 30m

listen leader
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:${ports.postgres} check port ${ports.patroni}`).join('\n')}
`

const pgbouncerConfig = (port: number, haproxyPort: number, users: string): string => `
[databases]
* = host=127.0.0.1 port=${haproxyPort}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
ignore_startup_parameters = extra_float_digits
`

export async function openDoors(
  dataDir: string,
  cluster: Cluster,
  secrets: Secrets,
): Promise<Doors> {
  const [haproxyPort, pgbouncerPort] = [await findFreePort(), await findFreePort()]
  const at = (name: string) => join(dataDir, name)
  const users = Object.entries(secrets.databases).map(
    ([name, password]) => `"${name}" "${password}"`,
  )
  await writeFile(at('doors-haproxy.cfg'), haproxyConfig(haproxyPort, cluster))
  // PgBouncer does not run as root; the folder is the drill's own and goes with it.
  await writeFile(at('users.txt'), `${users.join('\n')}\n`)
  await writeFile(at('pgbouncer.ini'), pgbouncerConfig(pgbouncerPort, haproxyPort, at('users.txt')))
  const children: readonly ChildProcess[] = [
    start(at('doors-haproxy.log'), ['haproxy', '-db', '-f', at('doors-haproxy.cfg')]),
    start(at('pgbouncer.log'), [...asPostgres, 'pgbouncer', at('pgbouncer.ini')]),
  ]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  const haproxy = `127.0.0.1:${haproxyPort}`
  const url = `postgresql://postgres:${secrets.postgres}@${haproxy}/postgres`
  const patienceMs = 60_000
  try {
    await waitUntil(() => knowsLeader(url, cluster), patienceMs, 'HAProxy does not find the leader')
  } catch (error) {
    stop()
    throw error
  }
  return { haproxy, pgbouncer: `127.0.0.1:${pgbouncerPort}`, stop }
}

/** Until HAProxy has asked a node it takes it for good, and sends connections in turn to standbys, too. */
async function knowsLeader(url: string, { nodes }: Pick<Cluster, 'nodes'>): Promise<boolean> {
  for (let turn = 0; turn < 2 * nodes.length; turn += 1)
    if (!(await leadsToWriter(url))) return false
  return true
}

async function leadsToWriter(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  // Of a connection that is cut while nothing is asked; the next question says so.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>(
      'select pg_is_in_recovery() as standby',
    )
    return rows[0]?.standby === false
  } catch {
    // It does not listen yet, or has cut the connection to a standby.
    return false
  } finally {
    await client.end()
  }
}
