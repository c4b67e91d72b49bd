import { sql } from 'kysely'
import type { Database } from '../../src/db/schema.ts'
import { addBizType } from '../../src/outbox/rows.testing.ts'

export const TENANT_ID = '00000000-0000-7000-8000-000000000001'
const DEFINITION_ID = '00000000-0000-7000-8000-000000000002'
const TASKS_PER_INSTANCE = 6

export interface BoxSizes {
  readonly open: number
  readonly done: number
  readonly users: number
}

/** The users are numbered; every twentieth task belongs to the first, and one is shown to them: very full boxes. */
export const userId = (index: number) =>
  `10000000-0000-7000-8000-${String(index).padStart(12, '0')}`

/**
 * A tenant with open and done tasks, one person each, spread over time and people. Written without
 * foreign keys and indexes, which are built afterwards: in minutes instead of hours.
 */
export async function fillBoxes(db: Database, { open, done, users }: BoxSizes): Promise<void> {
  for (const code of ['expense', 'contract', 'audit']) {
    await addBizType(db, { tenantId: TENANT_ID, code, origin: 'http://app.test' })
  }
  // On the one connection of this bench: foreign keys would be looked up for every row.
  await sql`set session_replication_role = replica`.execute(db)
  await addDefinition(db)
  const all = open + done
  await withoutIndexes(db, ['process_instances', 'tasks', 'inbox_entries'], async () => {
    await sql`
      insert into process_instances (
        tenant_id, id, biz_type, biz_type_version, biz_id, title, initiator_id, initiator_name,
        definition_id, status, round, revision, variables, book, current_nodes, last_action,
        created_at, updated_at
      )
      select ${TENANT_ID}, ${uuidOf('n')},
        case when n % 1000 = 0 then 'audit' when n % 5 = 0 then 'contract' else 'expense' end,
        '1', 'E-' || n, ${titleOf('n')},
        ${userOf(sql`n % ${users}`)}, 'Somebody', ${DEFINITION_ID}, 'RUNNING', 1, 1,
        '{"amount": 2500}', '{}', '[]', 1, ${timeOf('n')}, ${timeOf('n')}
      from generate_series(1, ${Math.ceil(all / TASKS_PER_INSTANCE)}::integer) as n`.execute(db)
    await sql`
      insert into tasks (
        tenant_id, id, task_no, instance_id, kind, node_id, node_name, status, round, revision,
        assignee_id, assignee_name, candidate_ids, candidate_names, key, activation, weight,
        position, part, created_at, opened_at, ended_at, ended_by, ended_by_name
      )
      select ${TENANT_ID}, ${uuidOf('n')}, 'T-' || n, ${uuidOf(`(n - 1) / ${TASKS_PER_INSTANCE} + 1`)},
        'decision', 'manager', 'Manager', case when n <= ${done} then 'APPROVED' else 'OPEN' end, 1, 1,
        ${holderOf(users)}, 'Somebody', '{}', '{}', n, 1, 1, 0, 'vote', ${timeOf('n')}, ${timeOf('n')},
        case when n <= ${done} then ${timeOf('n')} end,
        case when n <= ${done} then ${holderOf(users)} end,
        case when n <= ${done} then 'Somebody' end
      from generate_series(1, ${all}::integer) as n`.execute(db)
    await addEntries(db, { all, done, users })
  })
  for (const table of ['process_instances', 'tasks', 'inbox_entries', 'biz_type_versions']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}

interface EntrySizes extends Pick<BoxSizes, 'done' | 'users'> {
  readonly all: number
}

async function addEntries(db: Database, { all, done, users }: EntrySizes): Promise<void> {
  await sql`
    insert into inbox_entries
      (tenant_id, user_id, task_id, instance_id, box, at, due_at, changed)
    select ${TENANT_ID}, ${holderOf(users)}, ${uuidOf('n')},
      ${uuidOf(`(n - 1) / ${TASKS_PER_INSTANCE} + 1`)},
      case when n <= ${done} then 'done' when n % 100 = 0 then 'waiting' else 'todo' end, ${timeOf('n')},
      case when n % 3 = 0 then ${timeOf('n')} + interval '2 days' end, null
    from generate_series(1, ${all}::integer) as n`.execute(db)
  await sql`
    insert into inbox_entries
      (tenant_id, user_id, task_id, instance_id, box, at, due_at, changed)
    select ${TENANT_ID}, ${userOf(sql`0`)}, ${uuidOf('n')},
      ${uuidOf(`(n - 1) / ${TASKS_PER_INSTANCE} + 1`)}, 'cc', ${timeOf('n')}, null, null
    from generate_series(1, ${all}::integer, 20) as n`.execute(db)
}

const matters = ['Trip to', 'Invoice from', '出差报销', 'Contract with', '采购申请', 'Training in']
const places = ['Lisbon', 'Shenzhen', '上海', 'Hamburg', 'Oslo', '杭州', 'Springfield', 'Nordwind']
/** Places where the first user has nothing to do: one title in ten, and one in forty, that their box does not have. */
export const ELSEWHERE = { often: 'Rotterdam', sometimes: 'Uppsala' } as const
const syllables = [
  'ba',
  'ko',
  'mi',
  'ren',
  'sol',
  'tar',
  've',
  'zu',
  'wang',
  '李',
  'fer',
  'gon',
  'had',
]

/**
 * As titles are: a few words are in very many, some hundred names in few, a number in one. Drawn by a hash of the number,
 * so that each run has the same ones.
 */
const titleOf = (number: string) => {
  const drawn = (seed: number) =>
    sql.raw(`abs(hashint8extended(${number}::bigint, ${seed}) % 1000000) / 1000000.0`)
  const one = (of: readonly string[], seed: number, power: number) =>
    sql`(${[...of]}::text[])[1 + floor(${of.length}::integer * power(${drawn(seed)}, ${power}::integer))::integer]`
  const place = sql`case when ${sql.raw(number)} % 10 = 5 then ${ELSEWHERE.often}
    when ${sql.raw(number)} % 40 = 11 then ${ELSEWHERE.sometimes} else ${one(places, 2, 3)} end`
  return sql`${one(matters, 1, 2)} || ' ' || ${place} || ', ' || ${one(syllables, 3, 1)}
    || ${one(syllables, 4, 2)} || ${one(syllables, 5, 1)} || ' ' || ${sql.raw(number)}`
}

async function addDefinition(db: Database): Promise<void> {
  await sql`insert into definition_keys (tenant_id, key, biz_type, last_version, created_at)
    values (${TENANT_ID}, 'trip', 'expense', 1, now())`.execute(db)
  await sql`insert into definitions (tenant_id, id, key, version, biz_type, name, status, bpmn_xml,
      created_by, created_at, updated_by, updated_at)
    values (${TENANT_ID}, ${DEFINITION_ID}, 'trip', 1, 'expense', 'Trip', 'DRAFT', '<x/>',
      ${TENANT_ID}, now(), ${TENANT_ID}, now())`.execute(db)
}

const uuidOf = (number: string) => sql`lpad(to_hex(${sql.raw(number)}), 32, '0')::uuid`

const userOf = (index: ReturnType<typeof sql>) =>
  sql`('10000000-0000-7000-8000-' || lpad((${index})::text, 12, '0'))::uuid`

const holderOf = (users: number) =>
  userOf(sql`case when n % 20 = 0 then 0 else (n * 7919::bigint) % ${users}::integer end`)

const timeOf = (number: string) =>
  sql`timestamptz '2026-01-01 00:00Z' + ${sql.raw(number)} * interval '3 seconds'`

/** Runs `fill` while tables have no index, and builds again what they had. */
async function withoutIndexes(
  db: Database,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index where indrelid = any (${[...tables]}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  const constraints = await sql<{ table: string; name: string; made: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as made
    from pg_constraint where conrelid = any (${[...tables]}::regclass[]) and contype in ('p', 'u')
    order by contype`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  for (const { table, name } of constraints.rows) {
    await sql.raw(`alter table ${table} drop constraint ${name} cascade`).execute(db)
  }
  await fill()
  for (const { table, name, made } of constraints.rows) {
    await sql.raw(`alter table ${table} add constraint ${name} ${made}`).execute(db)
  }
  for (const { made } of rows) await sql.raw(made).execute(db)
}
