import { readdir, readFile } from 'node:fs/promises'
import { loadModule, parseSync } from 'libpg-query'

/** The last migrations from before the rules; what was released is not edited. */
const lastBefore: Readonly<Record<string, string>> = { iam: '0038', bpm: '0104', dms: '0106' }

/** What PostgreSQL's parser makes of SQL, as far as it is looked at here. */
interface Node {
  readonly CreateStmt?: { readonly relation: Relation }
  readonly IndexStmt?: { readonly relation: Relation; readonly concurrent?: boolean }
  readonly AlterTableStmt?: {
    readonly relation: Relation
    readonly cmds: readonly { readonly AlterTableCmd?: AlterTable }[]
  }
}
interface Relation {
  readonly relname: string
}
interface AlterTable {
  readonly subtype: string
  readonly def?: {
    readonly Constraint?: {
      readonly contype: string
      readonly skip_validation?: boolean
      readonly indexname?: string
    }
  }
}

const OUTSIDE = /^-- migrate: outside a transaction$/m
/** The reason of whoever knows that it takes no time: `-- Long: tenants has a row for each tenant.` */
const reasonFor = (table: string) => new RegExp(`^-- Long: ${table} \\S+ \\S+`, 'm')

/**
 * What keeps requests waiting while a migration reads or rewrites a table that was there before it.
 *
 * Kept by: packages/repo-checks/src/rules/migration-locks.test.ts "refuses what makes requests wait"
 */
export function findLongLocks(file: string, text: string): readonly string[] {
  // The parser's own shape, as declared above.
  const nodes = ((parseSync(text) as { stmts?: { stmt: Node }[] }).stmts ?? []).map((s) => s.stmt)
  const made = new Set(nodes.flatMap(({ CreateStmt: made }) => made?.relation.relname ?? []))
  const faults = nodes
    .flatMap((node) => longLocksOf(node))
    .filter(({ table }) => !made.has(table) && !reasonFor(table).test(text))
    .map(({ table, fault }) => `${file}: ${fault}, or say why not: "-- Long: ${table} …"`)
  const isAlone = !OUTSIDE.test(text) || nodes.length === 1
  return isAlone ? faults : [...faults, `${file}: outside a transaction stands one statement alone`]
}

interface LongLock {
  readonly table: string
  readonly fault: string
}

function longLocksOf({ IndexStmt: index, AlterTableStmt: alter }: Node): readonly LongLock[] {
  if (index !== undefined && index.concurrent !== true) {
    const table = index.relation.relname
    return [{ table, fault: `an index on ${table} is created concurrently, in a file of its own` }]
  }
  if (alter === undefined) return []
  const table = alter.relation.relname
  return alter.cmds.flatMap(({ AlterTableCmd: command }) => {
    const fault = command && faultOf(command, table)
    return fault === undefined ? [] : [{ table, fault }]
  })
}

function faultOf({ subtype, def }: AlterTable, table: string): string | undefined {
  if (subtype === 'AT_AlterColumnType')
    return `a type in ${table} is changed by a new column beside the old one`
  if (subtype === 'AT_SetNotNull')
    return `a column of ${table} becomes not null by a check that is not valid and validated later`
  const constraint = def?.Constraint
  if (subtype !== 'AT_AddConstraint' || constraint === undefined) return undefined
  if (constraint.contype === 'CONSTR_UNIQUE' || constraint.contype === 'CONSTR_PRIMARY')
    return constraint.indexname === undefined
      ? `a key of ${table} uses an index that was created concurrently`
      : undefined
  return constraint.skip_validation === true
    ? undefined
    : `a constraint of ${table} is added not valid, and validated in the next migration`
}

/** Holds the migrations that have not been released against the rules of docs/operations/upgrades.md. */
export async function checkMigrationLocks(root: URL): Promise<readonly string[]> {
  await loadModule()
  const faults: string[] = []
  for (const [service, before] of Object.entries(lastBefore)) {
    const folder = `services/${service}/migrations/`
    const names = (await readdir(new URL(folder, root))).filter((name) => name.endsWith('.sql'))
    for (const name of names.filter((each) => each.slice(0, 4) > before).toSorted()) {
      const text = await readFile(new URL(`${folder}${name}`, root), 'utf8')
      faults.push(...findLongLocks(`${folder}${name}`, text))
    }
  }
  return faults
}
