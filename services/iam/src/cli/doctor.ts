import { checkMigrations } from '@countersign/service-kit/migrate'
import { createSealer } from '@countersign/service-kit/sealing'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { signs } from '../core/signing-keys.ts'
import type { IamDatabase } from '../db/types.ts'
import { listKeys } from '../keys/queries.ts'
import { openKey } from '../keys/seal.ts'
import { migrations } from '../migrations.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
}

type Needs = Pick<Config, 'DATABASE_URL' | 'KEY_ENCRYPTION_KEY' | 'ISSUER_URL'>

/** Looks at what a start needs and at what operators forget; changes nothing. */
export async function examine(db: IamDatabase, config: Needs): Promise<Finding[]> {
  const database = await attempt('database answers', async () => {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version`.execute(db)
    return `PostgreSQL ${rows[0]?.version ?? ''}`
  })
  if (!database.ok) return [database]
  const pending = await attempt('migrations are applied', async () => {
    const names = await checkMigrations({ url: config.DATABASE_URL, directory: migrations })
    if (names.length > 0) throw new Error(`pending: ${names.join(', ')}`)
    return 'none is pending'
  })
  if (!pending.ok) return [database, pending]
  return [
    database,
    pending,
    await attempt('signing keys open', () => openKeys(db, config.KEY_ENCRYPTION_KEY)),
    await attempt('the issuer is https', async () => {
      const { protocol, hostname } = new URL(config.ISSUER_URL)
      if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
        throw new Error(`${config.ISSUER_URL} would send codes and cookies in the clear`)
      return config.ISSUER_URL
    }),
    await attempt('applications that may administer are meant to', () => listAdministering(db)),
    await attempt('somebody can administer', () => findAdministrators(db)),
    await attempt('applications were told of sign-outs', () => countOverdue(db)),
  ]
}

async function attempt(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await look() }
  } catch (error) {
    return { check, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

async function openKeys(db: IamDatabase, keyEncryptionKey: string): Promise<string> {
  const sealer = createSealer(keyEncryptionKey)
  const keys = (await listKeys(db)).filter(signs)
  for (const key of keys) openKey(sealer, key)
  return keys.length === 0 ? 'none yet; the first start makes them' : `${keys.length} open`
}

async function findAdministrators(db: IamDatabase): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct mr.user_id)::int as count
    from member_roles mr
    join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
    join users u on u.id = mr.user_id and u.status = 'active'
    where 'iam:user:write' = any (r.permissions)`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) throw new Error('no active account holds iam:user:write; use bootstrap')
  return `${count} active accounts hold iam:user:write`
}

// No fault by itself: the console is one. Clients of before permissions were listed are as well.
async function listAdministering(db: IamDatabase): Promise<string> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(client_id, ', ' order by client_id) as names
    from clients
    where type = 'SPA' and status = 'active'
      and (permissions = '{*}' or array_to_string(permissions, ' ') ~ '(^| )iam:')`.execute(db)
  const names = rows[0]?.names
  return names ? `tokens of these carry iam permissions: ${names}` : 'none carries iam permissions'
}

async function countOverdue(db: IamDatabase): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from logout_notices where created_at < now() - interval '10 minutes'`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0) throw new Error(`${count} notices wait for more than ten minutes`)
  return 'nothing waits'
}
