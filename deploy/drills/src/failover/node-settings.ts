import { join } from 'node:path'

export interface Passwords {
  readonly postgres: string
  readonly replicator: string
}

export const ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeers: 2380 } as const

/** Seconds: the shortest that Patroni takes for `ttl`, which is how long the others wait for a leader that is silent. */
export const times = { ttl: 20, loop_wait: 2, retry_timeout: 5 } as const

export function etcdArguments(options: {
  readonly index: number
  readonly addresses: readonly string[]
  readonly home: string
}): readonly string[] {
  const { index, addresses, home } = options
  const own = addresses[index]
  const peers = addresses.map((address, at) => `etcd${at + 1}=http://${address}:${ports.etcdPeers}`)
  const settings = {
    name: `etcd${index + 1}`,
    'data-dir': join(home, 'etcd'),
    'listen-client-urls': `http://0.0.0.0:${ports.etcd}`,
    'advertise-client-urls': `http://${own}:${ports.etcd}`,
    'listen-peer-urls': `http://0.0.0.0:${ports.etcdPeers}`,
    'initial-advertise-peer-urls': `http://${own}:${ports.etcdPeers}`,
    'initial-cluster': peers.join(','),
    'initial-cluster-state': 'new',
    'enable-v2': 'true',
    'log-level': 'warn',
  }
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
}

export function patroniSettings(options: {
  readonly name: string
  readonly address: string
  readonly addresses: readonly string[]
  readonly home: string
  readonly passwords: Passwords
}) {
  const { name, address, addresses, home, passwords } = options
  const access = [
    'host all all 0.0.0.0/0 scram-sha-256',
    'host replication replicator 0.0.0.0/0 scram-sha-256',
  ]
  const superuser = { username: 'postgres', password: passwords.postgres }
  return {
    scope: 'countersign',
    name,
    restapi: { listen: `0.0.0.0:${ports.patroni}`, connect_address: `${address}:${ports.patroni}` },
    // Not `etcd3`: there Patroni 3.0 writes the leader's key unasked, and a leader that was paused takes it back
    // from the one that was elected meanwhile, with all that was acknowledged since.
    etcd: { hosts: addresses.map((host) => `${host}:${ports.etcd}`) },
    bootstrap: {
      dcs: {
        ...times,
        // No standby is promoted that has not all that was acknowledged, and nothing is acknowledged without one.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        maximum_lag_on_failover: 1_048_576,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 120, shared_buffers: '64MB', wal_log_hints: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `0.0.0.0:${ports.postgres}`,
      connect_address: `${address}:${ports.postgres}`,
      data_dir: join(home, 'data'),
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: join(home, 'pgpass'),
      pg_hba: access,
      authentication: {
        superuser,
        rewind: superuser,
        replication: { username: 'replicator', password: passwords.replicator },
      },
      parameters: { unix_socket_directories: home, timezone: 'UTC' },
    },
  }
}
