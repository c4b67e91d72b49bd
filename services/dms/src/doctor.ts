import { checkMigrations } from '@countersign/service-kit/migrate'
import type { Deps } from './deps.ts'
import { listAllSources } from './features/sources/queries.ts'
import { migrations } from './migrations.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail?: string
}

/**
 * Looks at everything the service needs and changes nothing that stays: the database and its
 * version, each storage source (a small object is written, read and removed), the scanner, and
 * versions that wait for it or could not be judged.
 */
export async function diagnose(
  deps: Pick<Deps, 'db' | 'stores' | 'scanner'>,
  databaseUrl: string,
): Promise<Finding[]> {
  const database = await attempt('database', async () => {
    const pending = await checkMigrations({ url: databaseUrl, directory: migrations })
    if (pending.length > 0) throw new Error(`to be migrated: ${pending.join(', ')}`)
  })
  const findings = [database]
  if (database.ok) {
    for (const source of await listAllSources(deps.db)) {
      const probe = async () => (await deps.stores.open(source)).probe()
      findings.push(await attempt(`source ${source.name} of tenant ${source.tenantId}`, probe))
    }
  }
  const { scanner } = deps
  if (scanner !== undefined) findings.push(await attempt('scanner', () => scanner.ping()))
  return findings
}

async function attempt(check: string, work: () => Promise<void>): Promise<Finding> {
  try {
    await work()
    return { check, ok: true }
  } catch (error) {
    // Messages of ours name no secret and no signed address.
    return { check, ok: false, detail: error instanceof Error ? error.message : 'unknown' }
  }
}
