import { loadModule, parseSync } from 'libpg-query'
import { acrossTenants } from './across-tenants.ts'
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
    const unnamed = [...origins.values()].filter(({ file, name }) => !isNamed(file, name))
    const touched = unnamed.length === 0 ? [] : touchedBy(text, tables)
    for (const { file, name } of touched.length === 0 ? [] : unnamed) {
      faults.add(`${file}: ${name} touches ${touched.join(', ')} without the tenant:\n${text}`)
    }
  }
  return [...faults]
}

function isNamed(file: string, name: string): boolean {
  const [, service = ''] = file.split('/')
  return acrossTenants[service]?.[name] !== undefined
}

function touchedBy(text: string, tables: ReadonlySet<string>): readonly string[] {
  const { stmts = [] } = parseSync(text)
  return stmts.flatMap(({ stmt }) => findWithoutTenant(stmt, tables))
}
