import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ownedNames, ownerOf, serviceNames, type OwnedName, type Secrets } from '../secrets.ts'

export type DatabasePasswords = Pick<Secrets, 'databases' | 'owners'>

/**
 * One database for each service, with a role that owns it and migrates, and one that the service
 * connects as and that owns nothing. A role can connect to its own database alone: what a service
 * could read of another's tables would sooner or later be read.
 */
export async function ensureDatabases(
  adminUrl: string,
  { databases, owners }: DatabasePasswords,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const name of serviceNames) {
      await ensureRole(client, name, databases[name])
      if (isOwned(name)) await ensureRole(client, ownerOf(name), owners[name])
      const owner = isOwned(name) ? ownerOf(name) : name
      await ensureDatabase(client, name, owner)
    }
    // Nobody but the administrator has business in the databases that come with the server.
    for (const name of ['postgres', 'template1']) {
      await client.query(`revoke connect, temporary on database ${name} from public`)
    }
  } finally {
    await client.end()
  }
  for (const name of ownedNames) await takeOver(adminUrl, name)
}

const isOwned = (name: string): name is OwnedName => ownedNames.some((owned) => owned === name)

async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const roles = await client.query('select 1 from pg_roles where rolname = $1', [name])
  const verb = roles.rowCount === 0 ? 'create' : 'alter'
  const literal = client.escapeLiteral(password)
  await client.query(`${verb} role ${client.escapeIdentifier(name)} login password ${literal}`)
}

async function ensureDatabase(client: pg.Client, name: string, owner: string): Promise<void> {
  const identifier = client.escapeIdentifier(name)
  const ownedBy = client.escapeIdentifier(owner)
  const databases = await client.query('select 1 from pg_database where datname = $1', [name])
  if (databases.rowCount === 0) {
    await client.query(`create database ${identifier} owner ${ownedBy}`)
  }
  // A new owner inherits what the earlier one was granted, so this comes before any grant.
  await client.query(`alter database ${identifier} owner to ${ownedBy}`)
  await client.query(`revoke all on database ${identifier} from public`)
  await client.query(`grant connect on database ${identifier} to ${client.escapeIdentifier(name)}`)
}

/**
 * What belonged to the service itself in a data folder of before. It keeps its rights meanwhile, for processes of
 * before may be at work; the migrations take back what it needs no more.
 */
async function takeOver(adminUrl: string, name: OwnedName): Promise<void> {
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const [role, owner] = [client.escapeIdentifier(name), client.escapeIdentifier(ownerOf(name))]
    const owned = await client.query(
      'select 1 from pg_class where relowner = $1::regrole and relkind = $2 limit 1',
      [role, 'r'],
    )
    if (owned.rowCount === 0) return
    await whileInUse(
      client,
      `
      begin;
      set local lock_timeout = '2s';
      reassign owned by ${role} to ${owner};
      grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage on all sequences in schema public to ${role};
      commit`,
    )
  } finally {
    await client.end()
  }
}

const retryMs = 1_000
const retryForMs = 300_000
/** A lock was not had in time, or two waited for each other. */
const inTheWay: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/**
 * Runs a transaction that locks every table, and again while they are in use: as migrations do, so that nobody waits
 * behind it for longer than it waits itself.
 *
 * @throws the last refusal after five minutes.
 */
async function whileInUse(client: pg.Client, transaction: string): Promise<void> {
  const end = performance.now() + retryForMs
  for (;;) {
    try {
      await client.query(transaction)
      return
    } catch (error) {
      const isPassing = inTheWay.has((error as { code?: unknown }).code)
      await client.query('rollback')
      if (!isPassing || performance.now() > end) throw error
    }
    await sleep(retryMs)
  }
}
