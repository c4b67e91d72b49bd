// The statements that the service sent for one approval, as scripts that pgbench runs for any number
// of others: as they were sent, and row by row in a transaction, as they would be written by hand.
import { sql } from 'kysely'
import type { Database } from '../../src/db/schema.ts'
import type { Literals } from './literals.ts'
import { readByHand } from './reads.ts'
import type { Row, Script, Statement } from './statements.ts'

/** The statements as they were sent. */
export const asSent = (statements: readonly Statement[], literal: Literals): Script =>
  statements.map((statement) => toLine(statement, literal))

function toLine({ text, values }: Statement, literal: Literals): string {
  // On one line, without comments: neither is anything that the database works on.
  const line = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')
  return `${line.replaceAll(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]))};`
}

/** Types of columns by table. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>

export async function readColumns(db: Database): Promise<Columns> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select table_name as table, column_name as name, udt_name as type
    from information_schema.columns where table_schema = 'public'`.execute(db)
  const columns = new Map<string, Map<string, string>>()
  for (const { table, name, type } of rows) {
    const known = columns.get(table) ?? new Map<string, string>()
    columns.set(table, known.set(name, type))
  }
  return columns
}

/**
 * The same rows read and written as by hand: in a transaction of plain statements that locks the
 * instance first.
 */
export function rowByRow(
  statements: readonly Statement[],
  literal: Literals,
  columns: Columns,
): Script {
  const writing = statements.find(({ text }) => text.includes(' from moved'))
  if (writing === undefined) throw new Error('no statement writes an action')
  const parts = partsOf(writing)
  const write = (table: string, row: Row, conflict = '') => {
    const types = columns.get(table)
    const names = Object.keys(row).filter((name) => types?.has(name) === true)
    const values = names.map((name) => literal(row[name], types?.get(name)))
    return `insert into ${table} (${names.join(', ')}) values (${values.join(', ')})${conflict};`
  }
  const update = (table: string, row: Row) => {
    const types = columns.get(table)
    const names = Object.keys(row).filter((name) => name !== 'tenant_id' && name !== 'id')
    const sets = names.map((name) => `${name} = ${literal(row[name], types?.get(name))}`)
    return `update ${table} set ${sets.join(', ')} where ${keyOf(row)};`
  }
  const keyOf = (row: Row) =>
    `tenant_id = ${literal(row['tenant_id'], 'uuid')} and id = ${literal(row['id'], 'uuid')}`
  const put = (part: string, table: string, conflict?: string) =>
    (parts.get(part) ?? []).map((row) => write(table, row, conflict))

  const [instance = {}] = parts.get('moved') ?? []
  const isStart = instance['last_action'] === 1
  return [
    'begin;',
    ...readByHand(parts, literal),
    ...put('claimed', 'start_keys', ' on conflict do nothing'),
    isStart ? write('process_instances', instance) : update('process_instances', changed(instance)),
    ...(parts.get('tasks_written') ?? []).map((row) =>
      row['revision'] === 1 ? write('tasks', row) : update('tasks', row),
    ),
    ...put('inbox_written', 'inbox_entries', overwriteBox),
    ...put('action_logged', 'instance_actions'),
    ...(parts.get('lanes_extended') ?? []).map((row) =>
      write('delivery_lanes', { ...row, due_at: new Date().toISOString() }, extendLane),
    ),
    ...put('events_queued', 'delivery_events'),
    'commit;',
  ]
}

const overwriteBox =
  ' on conflict on constraint inbox_entries_pkey do update set box = excluded.box, at = excluded.at'
const extendLane =
  ' on conflict on constraint delivery_lanes_pkey do update set last_sequence = excluded.last_sequence'

/** The columns that an action changes. */
function changed(row: Row): Row {
  const fixed = new Set(['biz_type', 'biz_type_version', 'biz_id', 'title', 'initiator_id'])
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !fixed.has(name) && !/name$|^created|^defin/.test(name)),
  )
}

/** The rows of each part of the statement that writes an action. */
function partsOf({ text, values }: Statement): Map<string, Row[]> {
  const names = [...text.matchAll(/(?:^with |, )(\w+) as \(\n/g)].map(([, name]) => name ?? '')
  return new Map(names.map((name, index) => [name, JSON.parse(String(values[index])) as Row[]]))
}
