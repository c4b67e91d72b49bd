import type { CompiledProcess } from '../../core/definition/graph.ts'
import { migrate, type MigrateCommand, type Migration } from '../../core/engine/migrate.ts'
import type { EngineState } from '../../core/engine/state.ts'
import type { MigrationFaultRow } from '../../db/migration-tables.ts'
import type { Deps } from '../../deps.ts'
import type { Locked } from '../../runtime/loop.ts'
import { followCalls } from '../../runtime/calls/follow-calls.ts'
import type { ActingParty } from '../../runtime/decide/task-changes.ts'
import { type InstanceRow, type TaskRow } from '../../runtime/load/instances.ts'
import { PeopleNeeded, type KnownPeople } from '../../runtime/people/known.ts'
import { recordAct } from '../../runtime/decide/plan.ts'
import { moveInstance, type Migratable } from './queries.ts'

export type MigrationDeps = Pick<Deps, 'db' | 'now' | 'directory' | 'processes' | 'engineOptions'>

/** Where to, and who wants it. */
export interface Wanted {
  readonly target: Migratable
  readonly to: CompiledProcess
  readonly command: MigrateCommand
  readonly actor: ActingParty
  readonly reason: string
}

type Fitted = Extract<Migration, { kind: 'applied' }>
export type Fitting =
  | { readonly fits: true; readonly migration: Fitted }
  | { readonly fits: false; readonly faults: readonly MigrationFaultRow[] }

/**
 * What a migration would come to; nothing is written.
 *
 * @throws PeopleNeeded when the approval would go on at once and people have to be found.
 */
export async function fit(
  { engineOptions }: Pick<MigrationDeps, 'engineOptions'>,
  {
    instance,
    process,
    state,
  }: { instance: InstanceRow; process: CompiledProcess; state: EngineState },
  { to, command }: Wanted,
  people: KnownPeople,
): Promise<Fitting> {
  if (instance.endedAt !== null) {
    const message = `the approval is ${instance.status}`
    return { fits: false, faults: [{ node: '', code: 'ended', message }] }
  }
  // The type checker is loaded with the first migration; few processes ever see one.
  const { findTypeProblems } = await import('../../core/definition/validate.ts')
  const types = findTypeProblems(to, instance.declaredVariables)
  if (types.length > 0) {
    const faults = types.map(({ element, code, message }) => ({ node: element, code, message }))
    return { fits: false, faults }
  }
  const migration = migrate(process, to, state, command, people.answers, engineOptions)
  switch (migration.kind) {
    case 'applied':
      return { fits: true, migration }
    case 'needs':
      throw new PeopleNeeded({ requests: migration.requests })
    case 'unfit':
      return { fits: false, faults: migration.faults }
    case 'refused': {
      const { reason: code, detail: message, names } = migration
      return { fits: false, faults: [{ node: names[0] ?? '', code, message }] }
    }
  }
}

/** Writes a migration that fits, under the lock of the instance. @returns the instance as it is now. */
export async function move(
  deps: Pick<MigrationDeps, 'now' | 'engineOptions' | 'processes'>,
  { tx, instance, rows }: Locked,
  { target, to, command, actor, reason }: Wanted,
  { migration, people }: { migration: Fitted; people: KnownPeople },
): Promise<InstanceRow> {
  const { tenantId, definitionId, definitionKey, definitionVersion } = instance
  const nodes = new Map(migration.moves.map((one) => [one.from, one.to]))
  const moved = new Map(
    [...rows].map(([key, row]): [number, TaskRow] => {
      const nodeId = nodes.get(row.node_id) ?? row.node_id
      return [key, { ...row, node_id: nodeId, node_name: to.nodes.get(nodeId)?.name ?? nodeId }]
    }),
  )
  const tasks = [...moved.values()].map((row) => ({
    id: row.id,
    nodeId: row.node_id,
    nodeName: row.node_name,
  }))
  await moveInstance(tx, tenantId, instance.id, { definitionId: target.id, tasks })
  const at = deps.now()
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
  const act = { action: 'migrate', command, actor, reason, details, at }
  const recorded = await recordAct(tx, there, to, migration, act, { people, rows: moved })
  return followCalls({ tx, deps, people, actor, at, reason }, recorded.instance, migration)
}
