import { randomBytes } from 'node:crypto'
import { migrationEnvironments } from '@countersign/local/environments'
import { logFileOf, directories } from '@countersign/local/services'
import { adminUrl, databaseUrl, ownerUrl, type Plan } from '@countersign/local/plan'
import { ownedNames, ownerOf, type OwnedName } from '@countersign/local/secrets'
import { runTask } from '@countersign/local/task'
import pg from 'pg'

export type UrlsOfServices = Readonly<Record<OwnedName, string>>

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
export async function addRoles(plan: Plan): Promise<UrlsOfServices> {
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
  return Object.fromEntries(roles.map(([name, url]) => [name, url])) as UrlsOfServices
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

/** New passwords of the roles that migrate; their addresses with them. */
export async function changeOwners(plan: Plan): Promise<UrlsOfServices> {
  const changed = ownedNames.map((name) => {
    const password = randomBytes(20).toString('hex')
    const url = new URL(ownerUrl(plan, name))
    url.password = password
    return [name, url.href, `alter role ${ownerOf(name)} password '${password}'`]
  }) satisfies string[][]
  await asAdministrator(
    plan,
    changed.map(([, , statement]) => String(statement)),
  )
  return Object.fromEntries(changed.map(([name, url]) => [name, url])) as UrlsOfServices
}

/** Migrates once more with the new passwords; an old one that is still taken is a fault. */
export async function tryOwners(plan: Plan, urls: UrlsOfServices): Promise<readonly string[]> {
  const environments = migrationEnvironments(plan)
  const faults: string[] = []
  for (const name of ownedNames) {
    await runTask({
      name: `${name} migrate`,
      entry: new URL('src/migrate.ts', directories[name]),
      env: { ...environments[name], DATABASE_URL: urls[name] },
      logFile: logFileOf(plan.layout, name),
    })
    const client = new pg.Client({ connectionString: ownerUrl(plan, name) })
    const refusal = await client.connect().then(
      () => 'a session',
      (error: unknown) => (error as { code?: string }).code,
    )
    await client.end()
    // invalid_password
    if (refusal !== '28P01') faults.push(`the old password of ${ownerOf(name)} gives ${refusal}`)
  }
  return faults
}
