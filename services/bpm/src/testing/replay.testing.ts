import { apply, initialState } from '../core/engine/engine.ts'
import type { Applied, Command } from '../core/engine/command.ts'
import { migrate } from '../core/engine/actions/migrate.ts'
import type { EngineState } from '../core/engine/state.ts'
import type { Variables } from '../core/variables.ts'
import type { Db } from '../db/schema.ts'
import type { InstanceRow } from '../runtime/load/instances.ts'
import type { TestService } from './service.testing.ts'

/** The state that the log of an approval alone leads to, and what it says was done, by whom and with which task. */
export interface Replayed {
  readonly state: EngineState
  readonly actions: readonly {
    readonly sequence: number
    readonly action: string
    readonly by: string
    readonly taskId: string | null
  }[]
  /** What it has called, with the values that were handed over, by the number of the call. */
  readonly called: ReadonlyMap<number, Variables>
  /** Ids of the approvals that were started for it. */
  readonly started: readonly string[]
}

/**
 * @param from Where it is read: a transaction, for what is to be of one moment.
 * @throws when the log has something that the engine would not have done.
 */
export async function replayLog(
  service: TestService,
  row: InstanceRow,
  variables: Variables,
  from: Db = service.deps.db,
): Promise<Replayed> {
  const { processes, engineOptions } = service.deps
  const log = await readLog(from, row)
  const processOf = (id: string) => processes.get(row.tenantId, id, from)
  const [move] = log.filter(({ action }) => action === 'migrate')
  let definitionId = wasAt(move?.details) ?? row.definitionId
  let process = await processOf(definitionId)
  let state = initialState(row.initiatorId, variables)
  const called = new Map<number, Variables>()
  for (const { command, answers, action } of log) {
    if (command === null) {
      if (action === 'call') continue
      throw new Error(`${action} is no command of this test`)
    }
    const known = new Map(Object.entries(answers ?? {}))
    const before = process
    if (command.kind === 'migrate') {
      definitionId = command.definitionId
      process = await processOf(definitionId)
    }
    const outcome =
      command.kind === 'migrate'
        ? migrate(before, process, state, command, known, engineOptions)
        : apply(process, state, command, known, engineOptions)
    const applied = requireApplied(outcome, command)
    state = applied.state
    for (const one of applied.effects)
      if (one.kind === 'called') called.set(one.call, one.variables)
  }
  if (definitionId !== row.definitionId)
    throw new Error(`the log ends in ${definitionId}, and the approval follows ${row.definitionId}`)
  return {
    state,
    actions: log.map(({ sequence, action, by, taskId }) => ({ sequence, action, by, taskId })),
    called,
    started: log.flatMap(({ action, details }) =>
      action === 'call' ? [String(details?.['instanceId'])] : [],
    ),
  }
}

const readLog = (db: Db, { tenantId, id }: InstanceRow) =>
  db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', id)
    .select(['sequence', 'action', 'actor_name as by', 'task_id as taskId'])
    .select(['command', 'answers', 'details'])
    .orderBy('sequence')
    .execute()

/** The definition that it was moved away from. */
function wasAt(details: Readonly<Record<string, unknown>> | null | undefined): string | undefined {
  const from = details?.['from'] as { readonly id: string } | undefined
  return from?.id
}

function requireApplied(
  outcome: { readonly kind: string } | Applied,
  command: { readonly kind: Command['kind'] | 'migrate' },
): Applied {
  if (outcome.kind === 'applied') return outcome as Applied
  throw new Error(`${command.kind}: ${JSON.stringify(outcome)}`)
}

/** A state as the database keeps it. */
export const plain = (state: EngineState): unknown => JSON.parse(JSON.stringify(state))
