import { loadModule, parseSync } from 'libpg-query'
import { acrossTenants } from './across-tenants.ts'
import { locksBeyondLimit } from './limited-locks.ts'
import type { Recorded } from './record.ts'
import { findWithoutTenant } from './tenant-check.ts'

/** What is wrong with the statements that were sent: who sent which, and what it lacks. */
export async function findFaults(
  recorded: Recorded,
  tables: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (recorded.size === 0 || tables.size === 0) return []
  await loadModule()
  const faults = new Set<string>()
  for (const [text, origins] of recorded) {
    const { stmts = [] } = parseSync(text)
    const touched = stmts.flatMap(({ stmt }) => findWithoutTenant(stmt, tables))
    const takesMore = stmts.some(({ stmt }) => locksBeyondLimit(stmt))
    for (const { file, name } of touched.length > 0 || takesMore ? origins.values() : []) {
      if (touched.length > 0 && !isNamed(file, name))
        faults.add(`${file}: ${name} touches ${touched.join(', ')} without the tenant:\n${text}`)
      if (takesMore) faults.add(`${file}: ${name} may lock more rows than its limit:\n${text}`)
    }
  }
  return [...faults]
}

function isNamed(file: string, name: string): boolean {
  const [, service = ''] = file.split('/')
  return acrossTenants[service]?.[name] !== undefined
}
