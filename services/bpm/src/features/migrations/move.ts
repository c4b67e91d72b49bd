import type { CompiledProcess } from '../../core/definition/graph.ts'
import { migrate, type MigrateCommand, type Migration } from '../../core/engine/actions/migrate.ts'
import type { Decider } from '../../core/engine/state.ts'
import type { MigrationFaultRow } from '../../db/migration-tables.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { planAct, type Planned } from '../../runtime/decide/decide.ts'
import { needAnswers, type Known, type Needs } from '../../runtime/decide/known.ts'
import type { ActingParty } from '../../runtime/decide/task-changes.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import type { Refusal, Snapshot } from '../../runtime/load/snapshot.ts'
import { listDeciders, moveInstance, type Migratable } from './queries.ts'

export type MigrationDeps = Pick<
  Deps,
  'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'
>

/** Where to, and who wants it. */
export interface Wanted {
  readonly target: Migratable
  readonly to: CompiledProcess
  readonly command: MigrateCommand
  readonly actor: ActingParty
  readonly reason: string
}

type Fitted = Extract<Migration, { kind: 'applied' }>

/** Whether what is at work has its place in the other definition. */
export type Fitting =
  | { readonly kind: 'fits'; readonly migration: Fitted }
  | { readonly kind: 'unfit'; readonly faults: readonly MigrationFaultRow[] }

/** Finds what an approval's declared variables have against a definition: {@link loadTypeCheck}. */
export type TypeCheck = (snapshot: Pick<Snapshot, 'instance'>, to: CompiledProcess) => Faults
type Faults = readonly MigrationFaultRow[]

/** The type checker is loaded with the first migration; few processes ever see one. */
export async function loadTypeCheck(): Promise<TypeCheck> {
  const { findTypeProblems } = await import('../../core/definition/validate.ts')
  return ({ instance }, to) =>
    findTypeProblems(to, instance.declaredVariables).map(({ element, code, message }) => ({
      node: element,
      code,
      message,
    }))
}

/** An approval to be moved; `decided` where the other definition keeps nodes apart. */
export interface Subject extends Snapshot {
  readonly decided?: readonly Decider[]
}

/** Reads what has to be known of an approval besides. */
export async function toSubject(
  db: Db | Tx,
  snapshot: Snapshot,
  { to }: Pick<Wanted, 'to'>,
): Promise<Subject> {
  if (to.separations.length === 0) return snapshot
  const { instance, state } = snapshot
  const told = await listDeciders(db, instance.tenantId, instance)
  // What it has noted itself is by the ids of today, whatever was made of a task since.
  const noted = (state.execution.deciders ?? []).filter(
    (one) => !told.some((other) => String(other) === String(one)),
  )
  return { ...snapshot, decided: [...told, ...noted] }
}

const commandFor = ({ decided }: Pick<Subject, 'decided'>, { command }: Wanted): MigrateCommand =>
  decided === undefined ? command : { ...command, decided }

/** What a migration would come to; pure. */
export function fit(
  { engineOptions }: Pick<MigrationDeps, 'engineOptions'>,
  snapshot: Pick<Subject, 'instance' | 'process' | 'state' | 'decided'>,
  wanted: Wanted,
  { known, check }: { readonly known: Known; readonly check: TypeCheck },
): Fitting | Needs {
  const { instance, process, state } = snapshot
  const { to } = wanted
  if (instance.endedAt !== null) {
    const message = `the approval is ${instance.status}`
    return { kind: 'unfit', faults: [{ node: '', code: 'ended', message }] }
  }
  const types = check(snapshot, to)
  if (types.length > 0) return { kind: 'unfit', faults: types }
  const command = commandFor(snapshot, wanted)
  const migration = migrate(process, to, state, command, known.answers, {
    ...engineOptions,
    tables: known.tables,
  })
  switch (migration.kind) {
    case 'applied':
      return { kind: 'fits', migration }
    case 'needs':
      return needAnswers(migration.requests)
    case 'unfit':
      return { kind: 'unfit', faults: migration.faults }
    case 'refused': {
      const { reason: code, detail: message, names } = migration
      return { kind: 'unfit', faults: [{ node: names[0] ?? '', code, message }] }
    }
  }
}

/** A migration that fits, as what there is to write: the move itself, then the action as any other. */
export interface Move {
  readonly planned: Planned
  readonly first: (tx: Tx) => Promise<void>
}

export function planMove(
  subject: Subject,
  wanted: Wanted,
  migration: Fitted,
  known: Known,
): Move | Needs | Refusal {
  const { instance, rows, incidents, at } = subject
  const { target, to, actor, reason } = wanted
  const command = commandFor(subject, wanted)
  const { tenantId, id, definitionId, definitionKey, definitionVersion } = instance
  const nodes = new Map(migration.moves.map((one) => [one.from, one.to]))
  const moved = new Map(
    [...rows].map(([key, row]): [number, TaskRow] => {
      const nodeId = nodes.get(row.node_id) ?? row.node_id
      return [key, { ...row, node_id: nodeId, node_name: to.nodes.get(nodeId)?.name ?? nodeId }]
    }),
  )
  const details = {
    from: { id: definitionId, key: definitionKey, version: definitionVersion },
    to: { id: target.id, key: target.key, version: target.version },
    nodes: migration.moves.filter((one) => one.from !== one.to),
  }
  const there = {
    ...instance,
    definitionId: target.id,
    definitionKey: target.key,
    definitionVersion: target.version,
    definitionName: target.name,
  }
  const act = { action: 'migrate', command, actor, reason, details }
  const planned = planAct(
    { instance: there, process: to, rows: moved, incidents, at },
    migration,
    act,
    known,
  )
  if (planned.kind !== 'planned') return planned
  const tasks = [...moved.values()].map((row) => ({
    id: row.id,
    nodeId: row.node_id,
    nodeName: row.node_name,
  }))
  const first = (tx: Tx) => moveInstance(tx, tenantId, id, { definitionId: target.id, tasks })
  return { planned, first }
}
