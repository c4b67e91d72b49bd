import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { hashOfRow, readRows, type NamedRow } from './block.ts'
import type { StoredBlock } from './block-queries.ts'
import type { ErasedTenant } from './erasures.ts'
import type { Fault, Findings } from './findings.ts'
import { keyOf, tenantOf, textOf } from './log-queries.ts'
import type { ChainedLog } from './logs.ts'

const ROWS_AT_ONCE = 1_000

/** A row as the log has it. */
interface LoggedRow {
  readonly text: string
  /** When what it tells of happened, ms since 1970; infinite where somebody wrote no time. */
  readonly at: number
}

const TOLERANCE_MS = 10 * 60_000

/** What is known when a block is reached. */
interface Known {
  /**
   * When the chain last had all that was committed, ms since 1970: what tells of an earlier time was slipped in
   * later. Ten minutes are for transactions that take long.
   */
  readonly passed: number | undefined
  /** Whose rows may be gone. */
  readonly erased: ReadonlyMap<string, ErasedTenant>
}

/**
 * Compares the rows that a block names with the log.
 *
 * @returns the times of those that are there.
 */
export async function checkRows<S>(
  db: Db<S>,
  log: ChainedLog,
  block: StoredBlock,
  { passed, erased }: Known,
  findings: Findings,
): Promise<readonly number[]> {
  const { number } = block
  const rows = readRows(block.rows)
  if (rows === undefined || rows.length !== block.rowCount) {
    const text = `block ${number} does not name its rows`
    findings.fault({ kind: 'block_changed', number, text })
    return []
  }
  const times: number[] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const named = rows.slice(from, from + ROWS_AT_ONCE)
    const logged = await readNamed(db, log, block.columns, named)
    for (const row of named) {
      const found = logged.get(nameOf(row))
      const tenant = erased.get(row.tenantId ?? '-')
      if (found === undefined && tenant !== undefined) tenant.missing += 1
      else checkRow(row, found, number, findings)
      if (found !== undefined && passed !== undefined && found.at < passed - TOLERANCE_MS)
        findings.fault(backdated(row, found.at, number))
    }
    for (const { at } of logged.values()) if (Number.isFinite(at)) times.push(at)
  }
  findings.countRows(rows.length)
  return times
}

const nameOf = ({ tenantId, key }: NamedRow) => `${tenantId ?? '-'} ${key}`

function checkRow(
  { tenantId, key, hash }: NamedRow,
  logged: LoggedRow | undefined,
  number: number,
  findings: Findings,
): void {
  if (logged !== undefined && hashOfRow(logged.text) === hash) return
  const kind = logged === undefined ? 'row_missing' : 'row_changed'
  const what = logged === undefined ? 'is not there' : 'was changed'
  const tenant = tenantId === null ? {} : { tenantId }
  const of = tenantId === null ? '' : ` of tenant ${tenantId}`
  const after = `after it was taken into block ${number}`
  findings.fault({ kind, ...tenant, row: key, number, text: `row ${key}${of} ${what} ${after}` })
}

function backdated({ tenantId, key }: NamedRow, at: number, number: number): Fault {
  const when = Number.isFinite(at) ? new Date(at).toISOString() : 'no time'
  const text = `row ${key}${tenantId === null ? '' : ` of tenant ${tenantId}`} says that it is of ${when}, which the chain had passed: it was slipped in before block ${number}`
  const tenant = tenantId === null ? {} : { tenantId }
  return { kind: 'row_backdated', ...tenant, row: key, number, text }
}

/** Rows that a block names, by tenant and key. */
async function readNamed<S>(
  db: Db<S>,
  log: ChainedLog,
  columns: readonly string[],
  named: readonly NamedRow[],
): Promise<ReadonlyMap<string, LoggedRow>> {
  const parts = log.key.map(({ column, type }, index) => ({
    column,
    values: sql`${named.map(({ key }) => key.split('/')[index])}::${sql.raw(type)}[]`,
  }))
  const tenant = { column: 'tenant_id', values: sql`${named.map((row) => row.tenantId)}::uuid[]` }
  const all = log.byTenant ? [tenant, ...parts] : parts
  const given = sql.join(all.map(({ values }) => values))
  const names = sql.join(all.map(({ column }) => sql.ref(column)))
  const joined = sql.join(
    all.map(({ column }) => sql`r.${sql.ref(column)} = named.${sql.ref(column)}`),
    sql` and `,
  )
  const { rows } = await sql<{ tenant: string; key: string; text: string; at: Date }>`
    select ${tenantOf} as tenant, ${keyOf(log)} as key, ${textOf(log, columns)} as text,
      r.${sql.ref(log.at)} as at
    from unnest(${given}) as named (${names})
    join ${sql.table(log.table)} as r on ${joined}`.execute(db)
  return new Map(
    rows.map(({ tenant: of, key, text, at }) => [`${of} ${key}`, { text, at: Number(at) }]),
  )
}
