import { randomBytes } from 'node:crypto'
import { adminUrl, databaseUrl, type Plan } from '@countersign/local/plan'
import { ownedNames, type OwnedName } from '@countersign/local/secrets'
import pg from 'pg'

async function asAdministrator(plan: Plan, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(plan) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A second role for each service, which has its rights from the first; their addresses. */
export async function addRoles(plan: Plan): Promise<Readonly<Record<OwnedName, string>>> {
  const roles = ownedNames.map((name) => {
    const [role, password] = [`${name}_b`, randomBytes(20).toString('hex')]
    const url = new URL(databaseUrl(plan, name))
    url.username = role
    url.password = password
    return [name, url.href, `create role ${role} login password '${password}' in role ${name}`]
  }) satisfies string[][]
  await asAdministrator(
    plan,
    roles.map(([, , statement]) => String(statement)),
  )
  return Object.fromEntries(roles.map(([name, url]) => [name, url])) as Record<OwnedName, string>
}

/** The first roles keep the rights and log nobody in; who is still connected by them is a fault. */
export async function closeOldRoles(plan: Plan): Promise<readonly string[]> {
  await asAdministrator(
    plan,
    ownedNames.map((name) => `alter role ${name} nologin`),
  )
  const client = new pg.Client({ connectionString: adminUrl(plan) })
  await client.connect()
  const { rows } = await client.query<{ usename: string; count: string }>(
    'select usename, count(*) from pg_stat_activity where usename = any($1) group by usename',
    [ownedNames],
  )
  await client.end()
  return rows.map(({ usename, count }) => `${count} still connected as ${usename}`)
}

/** Makes the event key that signs next old enough to be rotated: receivers read keys every five minutes. */
export async function ageEventKeys(plan: Plan): Promise<void> {
  const url = new URL(adminUrl(plan))
  url.pathname = '/bpm'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`update event_keys set created_at = created_at - interval '1 hour'`)
  await client.end()
}
