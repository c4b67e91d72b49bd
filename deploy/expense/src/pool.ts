import pg from 'pg'

/** The addresses of each host of `postgresql://user:password@host1:5432,host2:5432/database`, in their order. */
function hostsOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([^/]*\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  // libpq's word for what is done here anyway; node-postgres does not know it.
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

/** What is used of a pool. */
export interface Pool {
  readonly connect: () => Promise<pg.PoolClient>
  readonly end: () => Promise<void>
  readonly on: pg.Pool['on']
  readonly options: pg.PoolOptions
}

/**
 * A pool on one server, or on several of which one takes writes: it connects to that one, and to the next in the
 * list when it cannot. A server that was demoted has ended its connections, so none to it is left in the pool.
 */
export function createPool(url: string, options: pg.PoolConfig = {}): Pool {
  const urls = hostsOf(url)
  let at = 0
  const current = () => urls[at % urls.length] ?? url
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis: 5_000,
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: current() })
      }
    },
    ...(urls.length > 1 ? { onConnect: refuseReadOnly } : {}),
  })
  const connect = async (): Promise<pg.PoolClient> => {
    for (let tries = 1; ; tries += 1) {
      const tried = current()
      try {
        return await pool.connect()
      } catch (error) {
        if (tries >= urls.length) throw error
        // Unless another one has gone on already.
        if (tried === current()) at += 1
      }
    }
  }
  return { connect, end: () => pool.end(), on: pool.on.bind(pool), options: pool.options }
}

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  if (rows[0]?.isReadOnly === true) throw new Error('the server takes no writes')
}
