import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Findings } from './findings.ts'
import type { AuditedService } from './heads.ts'

interface Guard {
  readonly table: string
  readonly trigger: string
}

const appendOnly = (table: string): readonly Guard[] => [
  { table, trigger: `${table}_append_only` },
  { table, trigger: `${table}_never_emptied` },
]

const heads = (trigger: string): Guard => ({ table: 'audit_heads', trigger })

/** Triggers that refuse to change what was recorded, by the migrations of each service. */
const guards: Readonly<Record<AuditedService, readonly Guard[]>> = {
  iam: [...appendOnly('audit_events'), ...appendOnly('chain_blocks')],
  bpm: [
    ...appendOnly('instance_actions'),
    ...appendOnly('chain_blocks'),
    ...appendOnly('retention_removals'),
    ...appendOnly('data_exports'),
  ],
  dms: [
    ...appendOnly('audit_events'),
    heads('audit_heads_move_on'),
    heads('audit_heads_stay'),
    heads('audit_heads_never_emptied'),
  ],
}

/** What guards the audit must be there, switched on, and refuse: only the owner can take it away. */
export async function checkGuards<S>(
  db: Db<S>,
  service: AuditedService,
  findings: Findings,
): Promise<void> {
  const expected = guards[service]
  // One of that name on another table guards nothing.
  const { rows } = await sql<{ trigger: string }>`
    select t.tgname as trigger
    from unnest(${expected.map(({ table }) => table)}::text[], ${expected.map(({ trigger }) => trigger)}::text[])
      as guard (of_table, name)
    join pg_trigger as t on t.tgname = guard.name and t.tgrelid = to_regclass(guard.of_table)
    join pg_proc as p on p.oid = t.tgfoid
    where t.tgenabled in ('O', 'A') and p.prosrc like '%raise exception%'`.execute(db)
  const there = new Set(rows.map(({ trigger }) => trigger))
  for (const { trigger } of expected.filter((each) => !there.has(each.trigger))) {
    const text = `the trigger ${trigger} is gone, switched off or refuses nothing: the owner of the database took it away`
    findings.fault({ kind: 'guard_missing', row: trigger, text })
  }
}
