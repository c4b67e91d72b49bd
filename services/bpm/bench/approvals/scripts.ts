// The statements that the service sent for one approval, as scripts that pgbench runs for any number
// of others: as they were sent, and row by row in a transaction, as they would be written by hand.
import { sql } from 'kysely'
import type { Database } from '../../src/db/schema.ts'
import { readByHand } from './reads.ts'
import type { Statement } from './statements.ts'

/** Lines for pgbench; `:n` is another number each time. */
export type Script = readonly string[]

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const onlyUuid = new RegExp(`^${uuid.source}$`)
const taskNo = /T-[0-9A-HJKMNP-TV-Z]{8}/g
const placeholder = 'NNNNNNNNNNNN'

/** Writes values as SQL, with what names this one approval made to depend on `:n`. */
export type Literals = (value: unknown, type?: string) => string

/**
 * @param fixed Ids that all approvals share.
 * @param run Keeps the approvals of several runs on one database apart.
 */
export function createLiterals(fixed: readonly string[], run: number): Literals {
  const shared = new Set(fixed)
  const names = new Map<string, string>()
  const nameOf = (found: string, make: (index: string) => string): string => {
    const name = names.get(found) ?? make(String(names.size).padStart(3, '0'))
    names.set(found, name)
    return name
  }
  const vary = (text: string) =>
    text
      .replaceAll(uuid, (found) =>
        shared.has(found)
          ? found
          : nameOf(found, (index) => `0199000${run}-0${index}-7000-8000-${placeholder}`),
      )
      .replaceAll(taskNo, (found) => nameOf(found, (index) => `T${run}-${index}${placeholder}`))

  return (value, type) => {
    const cast = type === undefined ? '' : `::${type}`
    if (value === null || value === undefined) return `null${cast}`
    if (typeof value === 'number' || typeof value === 'boolean') return `${String(value)}${cast}`
    const text = textOf(value, type)
    const varied = vary(text)
    if (varied === text) return `${quote(text)}${cast}`
    const typed = type === undefined && onlyUuid.test(text) ? '::uuid' : cast
    return `replace(${quote(varied)}, '${placeholder}', lpad(:n::text, 12, '0'))${typed}`
  }
}

function textOf(value: unknown, type: string | undefined): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && type !== 'jsonb') {
    return `{${value.map((one) => (one === null ? 'null' : `"${String(one)}"`)).join(',')}}`
  }
  return JSON.stringify(value)
}

/** pgbench takes a colon before a name for a variable, in strings as well. */
const quote = (text: string) =>
  `E'${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll("'", "''")
    .replaceAll(':', String.raw`\x3a`)}'`

/** The statements as they were sent. */
export const asSent = (statements: readonly Statement[], literal: Literals): Script =>
  statements.map((statement) => toLine(statement, literal))

function toLine({ text, values }: Statement, literal: Literals): string {
  // On one line, without comments: neither is anything that the database works on.
  const line = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')
  return `${line.replaceAll(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]))};`
}

export type Row = Readonly<Record<string, unknown>>
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
