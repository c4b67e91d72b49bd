import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { StoredBlock } from './block-queries.ts'
import type { Findings } from './findings.ts'
import { keyOf, outside, tenantOf } from './log-queries.ts'
import type { ChainedLog } from './logs.ts'

const LATE_MS = 10 * 60_000
const MOST_OUTSIDE = 1_000

interface OutsideRow {
  readonly tenant: string
  readonly key: string
  readonly at: Date
  /** Its transaction is one of those whose rows are in blocks. */
  readonly passed: boolean
  /** Of the rows in no block: what is in one and says that it is of a later year makes none late. */
  readonly newest: Date | null
}

/** Rows that no block names are new, or were slipped in, or somebody keeps the chain from going on. */
export async function checkOutside<S>(
  db: Db<S>,
  log: ChainedLog,
  last: StoredBlock | undefined,
  findings: Findings,
): Promise<void> {
  const rows = await listRowsOutside(db, log, last?.position ?? null)
  const sealedAt = last?.madeAt.getTime() ?? -Infinity
  let waiting = 0
  for (const { tenant, key, at, passed, newest } of rows) {
    const isLate = Math.max(Number(newest ?? at), sealedAt) - Number(at) > LATE_MS
    if (!passed && !isLate) {
      waiting += 1
      continue
    }
    const of = tenant === '-' ? '' : ` of tenant ${tenant}`
    const why = passed ? 'the chain had passed it: it was slipped in' : 'the chain stands still'
    findings.fault({
      kind: passed ? 'row_in_no_block' : 'row_late',
      ...(tenant === '-' ? {} : { tenantId: tenant }),
      row: key,
      text: `row ${key}${of} of ${Number.isFinite(Number(at)) ? at.toISOString() : 'no time'} is in no block, and ${why}`,
    })
  }
  if (waiting > 0)
    findings.note(`${waiting} rows are too new to be in a block: nothing vouches for them yet`)
}

async function listRowsOutside<S>(
  db: Db<S>,
  log: ChainedLog,
  position: string | null,
): Promise<readonly OutsideRow[]> {
  const { rows } = await sql<OutsideRow>`
    select ${tenantOf} as tenant, ${keyOf(log)} as key, r.${sql.ref(log.at)} as at,
      max(r.${sql.ref(log.at)}) filter (where isfinite(r.${sql.ref(log.at)})) over () as newest,
      coalesce(r.changed is null or pg_visible_in_snapshot(r.changed, ${position}::pg_snapshot), false)
        and ${position}::text is not null as passed
    from ${outside(log)} order by r.${sql.ref(log.at)} limit ${MOST_OUTSIDE}`.execute(db)
  return rows
}
