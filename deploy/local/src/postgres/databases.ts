import pg from 'pg'
import { serviceNames, type Secrets } from '../secrets.ts'

/**
 * One database and one role for each service. A role can connect to its own database alone: what a
 * service could read of another's tables would sooner or later be read.
 */
export async function ensureDatabases(
  adminUrl: string,
  passwords: Secrets['databases'],
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const name of serviceNames) await ensureDatabase(client, name, passwords[name])
    // Nobody but the administrator has business in the databases that come with the server.
    for (const name of ['postgres', 'template1']) {
      await client.query(`revoke connect, temporary on database ${name} from public`)
    }
  } finally {
    await client.end()
  }
}

async function ensureDatabase(client: pg.Client, name: string, password: string): Promise<void> {
  const identifier = client.escapeIdentifier(name)
  const literal = client.escapeLiteral(password)
  const roles = await client.query('select 1 from pg_roles where rolname = $1', [name])
  const verb = roles.rowCount === 0 ? 'create' : 'alter'
  await client.query(`${verb} role ${identifier} login password ${literal}`)
  const databases = await client.query('select 1 from pg_database where datname = $1', [name])
  if (databases.rowCount === 0) {
    await client.query(`create database ${identifier} owner ${identifier}`)
  }
  await client.query(`revoke all on database ${identifier} from public`)
}
