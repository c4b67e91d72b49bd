import pg from 'pg'
import { readHosts, type Hosts } from './hosts.ts'
import { isOutage } from './unavailable.ts'

/** Of one host; a host that is cut off must leave time for the others. */
export const hostTimeoutMs = 2_000

/** Fails as a write would (25006) at a standby, and at a server that takes reads alone. */
const refuseReadOnlyServer = `do $$ begin
  if pg_is_in_recovery() or pg_catalog.current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'the server cannot be written to';
  end if;
end $$`

/** What a server is asked: whether it leads, or whether it is there at all. */
export const questionOf = ({ writableOnly }: Pick<Hosts, 'writableOnly'>): string =>
  writableOnly ? refuseReadOnlyServer : 'select 1'

/**
 * @param timeoutMs 0 waits for as long as it takes.
 * @throws 25006 when it cannot be written to, and when it does not answer in time.
 */
export async function refuseReadOnly(
  client: Pick<pg.ClientBase, 'query'>,
  timeoutMs: number,
): Promise<void> {
  await ask(client, refuseReadOnlyServer, timeoutMs)
}

async function ask(
  client: Pick<pg.ClientBase, 'query'>,
  text: string,
  timeoutMs: number,
): Promise<void> {
  // Known to the driver, not to its types.
  const question = { text, query_timeout: timeoutMs }
  await client.query(question)
}

/**
 * Whether a server is of no use any more, by a connection of its own: it is a standby where a leader is wanted, it does
 * not let in, or it does not answer in time. A server that refuses for another reason is there.
 */
export async function isLost(
  url: string,
  hosts: Pick<Hosts, 'writableOnly'>,
  timeoutMs: number,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    application_name: 'leader-check',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await ask(client, questionOf(hosts), timeoutMs)
    return false
  } catch (error) {
    return isOutage(error) && (error as NodeJS.ErrnoException).code !== '53300'
  } finally {
    // What does not answer is not waited for.
    void client.end().catch(() => {})
  }
}

/**
 * One connection to the leader, of the servers that the address names.
 *
 * @throws what the last of them said when none can be written to.
 */
export async function connectToLeader(url: string, applicationName: string): Promise<pg.Client> {
  const { urls, writableOnly } = readHosts(url)
  const timeoutMs = urls.length > 1 ? hostTimeoutMs : 0
  let reason: unknown
  for (const connectionString of urls) {
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
    })
    // A connection that ends while nothing is asked is told by the next question.
    client.on('error', () => {})
    try {
      await client.connect()
      if (writableOnly) await refuseReadOnly(client, timeoutMs)
      return client
    } catch (error) {
      reason = error
      await client.end().catch(() => {})
    }
  }
  throw reason
}
