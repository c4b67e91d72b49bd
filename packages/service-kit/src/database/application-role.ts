import type pg from 'pg'

/**
 * Lets the role of a service read and write rows, and nothing else: it owns no table, so it can
 * neither change one nor switch a trigger off. What a trigger `…_append_only` refuses (UPDATE, or
 * DELETE as well) is not granted either, and which migrations were applied, and which tenants are erased, is not
 * its to write.
 *
 * To be called by the owner, in a transaction: whoever runs beside it sees all of it or nothing.
 *
 * @throws when the role does not exist (SQLSTATE 42704), or is the owner itself (P0001).
 */
export async function grantToApplication(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { rows } = await client.query<{ owner: boolean }>(
    'select current_user = $1 or pg_has_role($1, current_user, $2) as owner',
    [role, 'member'],
  )
  if (rows[0]?.owner === true) throw refused(`${role} owns the tables: it must be another role`)
  await client.query(`
    grant usage on schema public to ${name};
    revoke all on all tables in schema public from ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    revoke insert, update, delete on schema_migrations, schema_version from ${name};
    grant usage on all sequences in schema public to ${name}`)
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('tenant_erasures')`,
  )
  if (rowCount !== 0)
    await client.query(`revoke insert, update, delete on tenant_erasures from ${name}`)
  for (const table of await appendOnlyTables(client)) {
    const taken = table.keepsRows ? 'update, delete' : 'update'
    await client.query(`revoke ${taken} on ${table.name} from ${name}`)
  }
}

/** The same when there is a table to which the role has no rights yet. */
export async function grantWhatIsNew(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not has_table_privilege($1, oid, 'select') limit 1`,
    [role],
  )
  if (rowCount !== 0) await grantToApplication(client, role)
}

interface AppendOnlyTable {
  /** Quoted where it must be. */
  readonly name: string
  /** Whether rows stay for ever; those of a feed are removed when they are old. */
  readonly keepsRows: boolean
}

const deleteEvent = 8

async function appendOnlyTables(client: pg.Client): Promise<readonly AppendOnlyTable[]> {
  const { rows } = await client.query<AppendOnlyTable>(
    `select tgrelid::regclass::text as name, tgtype & $1 > 0 as "keepsRows"
     from pg_trigger where tgname like '%\\_append\\_only' and tgqual is null`,
    [deleteEvent],
  )
  return rows
}

/** Of the kind that the migrate command shows to its operator. */
const refused = (message: string): Error => Object.assign(new Error(message), { code: 'P0001' })
