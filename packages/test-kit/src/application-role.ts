import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onServer, rightsRole } from './databases.ts'

/** What a service connects as: it reads and writes rows and owns no table, as in a deployment. */
export interface ApplicationRole {
  readonly name: string
  readonly password: string
}

/** Makes a role of this run, which nobody else knows the password of. */
export async function createApplicationRole(
  serverUrl: string,
  runId: string,
): Promise<ApplicationRole> {
  const role = { name: `countersign_t_${runId}`, password: randomBytes(16).toString('hex') }
  await onServer(serverUrl, async (client) => {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [rightsRole])
    // Two runs may begin at once on a server of their own making.
    if (found.rowCount === 0) await client.query(`create role ${rightsRole}`).catch(ignoreMade)
    await client.query(
      `create role ${role.name} login password '${role.password}' in role ${rightsRole}`,
    )
  })
  return role
}

/** Removes the role of a run, after its databases. */
export async function dropApplicationRole(serverUrl: string, runId: string): Promise<void> {
  await onServer(serverUrl, (client) => client.query(`drop role if exists countersign_t_${runId}`))
}

function ignoreMade(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || !['23505', '42710'].includes(error.code ?? ''))
    throw error
}
