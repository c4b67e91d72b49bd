import { apply, initialState } from '../core/engine/engine.ts'
import type { EngineState } from '../core/engine/state.ts'
import type { Variables } from '../core/variables.ts'
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
}

/** @throws when the log has something that the engine would not have done. */
export async function replayLog(
  { deps: { db, processes, engineOptions } }: TestService,
  row: InstanceRow,
  variables: Variables,
): Promise<Replayed> {
  const process = await processes.get(row.tenantId, row.definitionId)
  const log = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', row.tenantId)
    .where('instance_id', '=', row.id)
    .select(['sequence', 'action', 'actor_name as by', 'task_id as taskId', 'command', 'answers'])
    .orderBy('sequence')
    .execute()
  let state = initialState(row.initiatorId, variables)
  for (const { command, answers } of log) {
    if (command === null || command.kind === 'migrate')
      throw new Error('not a command of this test')
    const known = new Map(Object.entries(answers ?? {}))
    const outcome = apply(process, state, command, known, engineOptions)
    if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
    state = outcome.state
  }
  return {
    state,
    actions: log.map(({ sequence, action, by, taskId }) => ({ sequence, action, by, taskId })),
  }
}

/** A state as the database keeps it. */
export const plain = (state: EngineState): unknown => JSON.parse(JSON.stringify(state))
