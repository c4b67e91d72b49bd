import { sql, type QueryExecutorProvider } from 'kysely'
import type { AuditedService } from '../audit/heads.ts'
import { openAnchors } from '../audit/open-anchors.ts'
import type { AnchorSettings } from '../audit/settings.ts'
import { checkMigrations } from '../database/migrate.ts'
import type { Mailer } from '../mail/mailer.ts'
import { examine, type Finding } from './findings.ts'

/** The database answers and has every migration; the second is looked at only after the first. */
export async function examineDatabase(
  db: QueryExecutorProvider,
  { url, directory }: { readonly url: string; readonly directory: URL },
): Promise<readonly Finding[]> {
  const database = await examine('the database answers', async () => {
    const { rows } = await sql<{ version: string }>`
      select current_setting('server_version') as version`.execute(db)
    return `PostgreSQL ${rows[0]?.version ?? ''}`
  })
  if (!database.ok) return [database]
  const migrated = await examine('migrations are applied', async () => {
    const names = await checkMigrations({ url, directory })
    if (names.length > 0) throw new Error(`pending: ${names.join(', ')}`)
    return 'none is pending'
  })
  return [database, migrated]
}

/** The mail server takes the connection and the sign-in; nothing is sent. */
export const examineMail = (mailer: Mailer | undefined): Promise<Finding> =>
  examine('the mail server lets this service in', async () => {
    if (mailer === undefined) return 'no SMTP_URL: no mail is sent'
    await mailer.greet()
    return 'it does'
  })

/** What was anchored can be read again. */
export const examineAnchor = (config: AnchorSettings, service: AuditedService): Promise<Finding> =>
  examine('anchors of the audit can be read', async () => {
    const { AUDIT_ANCHOR: address } = config
    if (address === undefined) return 'no AUDIT_ANCHOR: the audit can be shortened unseen'
    const store = await openAnchors(config, address)
    for await (const head of store.read(service))
      return head === '' ? 'one is empty' : 'there are some'
    return 'there is none yet'
  })
