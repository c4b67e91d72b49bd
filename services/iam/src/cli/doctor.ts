import { examine, type Finding } from '@countersign/service-kit/doctor'
import { examineIssuer } from '@countersign/service-kit/doctor-neighbours'
import { examineAnchor, examineDatabase, examineMail } from '@countersign/service-kit/doctor-own'
import { createMailerOf } from '@countersign/service-kit/mail-settings'
import { findForeign } from '@countersign/service-kit/reseal'
import { createSealer } from '@countersign/service-kit/sealing'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { signs } from '../core/signing-keys.ts'
import type { IamDatabase } from '../db/types.ts'
import { listKeys } from '../keys/queries.ts'
import { openKey } from '../keys/seal.ts'
import { sealedRows } from '../keys/reseal.ts'
import { migrations } from '../migrations.ts'

/** Looks at what a start needs and at what operators forget; changes nothing. */
export async function diagnose(db: IamDatabase, config: Config): Promise<readonly Finding[]> {
  const database = await examineDatabase(db, { url: config.DATABASE_URL, directory: migrations })
  const rows = database.every(({ ok }) => ok) ? await examineRows(db, config) : []
  const mailer = createMailerOf(config)
  const around = await Promise.all([
    examineIssuer(config.ISSUER_URL),
    examineMail(mailer),
    examineAnchor(config, 'iam'),
  ])
  mailer?.close()
  return [...database, ...rows, ...around]
}

const examineRows = (db: IamDatabase, config: Config): Promise<readonly Finding[]> =>
  Promise.all([
    examine('signing keys open', () => openKeys(db, config.KEY_ENCRYPTION_KEY)),
    examine('sealed secrets open', () => openSecrets(db, config.KEY_ENCRYPTION_KEY)),
    examine('applications that may administer are meant to', () => listAdministering(db)),
    examine('somebody can administer', () => findAdministrators(db)),
    examine('applications were told of sign-outs', () => countOverdue(db)),
  ])

async function openKeys(db: IamDatabase, keyEncryptionKey: string): Promise<string> {
  const sealer = createSealer(keyEncryptionKey)
  const keys = (await listKeys(db)).filter(signs)
  for (const key of keys) openKey(sealer, key)
  return keys.length === 0 ? 'none yet; the first start makes them' : `${keys.length} open`
}

async function openSecrets(db: IamDatabase, keyEncryptionKey: string): Promise<string> {
  const sealer = createSealer(keyEncryptionKey)
  const foreign: string[] = []
  for (const rows of sealedRows(db)) foreign.push(...(await findForeign(rows, sealer)))
  const [first] = foreign
  if (first !== undefined) throw new Error(`no key opens ${foreign.length}, as ${first}`)
  return 'those of second factors and providers do'
}

async function findAdministrators(db: IamDatabase): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct mr.user_id)::int as count
    from member_roles mr
    join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
    join users u on u.id = mr.user_id and u.status = 'active'
    where 'iam:user:write' = any (r.permissions)`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) throw new Error('no active account holds iam:user:write; use admin recover')
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
