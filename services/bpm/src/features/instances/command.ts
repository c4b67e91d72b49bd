import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { InstanceCommand, Refused, SignalCommand } from '../../core/engine/command.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { atOnce, onLocked, type Held } from '../../runtime/loop.ts'
import { followCalls } from '../../runtime/calls/follow-calls.ts'
import type { ActingParty } from '../../runtime/decide/task-changes.ts'
import { applyCommand } from '../../runtime/decide/decide.ts'
import { toInstanceView, type InstanceView } from '../../runtime/views/instance-view.ts'
import type { InstanceRow } from '../../runtime/load/instances.ts'
import { loadInstance } from '../../runtime/load/read.ts'
import { withPeople } from '../../runtime/people/known.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'

export type CommandDeps = Pick<
  Deps,
  'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'
>

export interface InstanceAct {
  /** As the log calls it. */
  readonly action: string
  readonly command: InstanceCommand | SignalCommand
  readonly actor: ActingParty
  readonly comment?: string | undefined
  readonly reason?: string | undefined
  readonly details?: Readonly<Record<string, unknown>>
  readonly idempotency?: IdempotencyKey | undefined
  /** The revision of the instance that the actor has read, when they say so. */
  readonly revision?: number | undefined
  /** Sees a refusal before it is worded; throws to word it otherwise. */
  readonly onRefused?: (refused: Refused) => void
}

/** Carries out a command on a whole instance, in one transaction. */
export async function commandInstance(
  deps: CommandDeps,
  found: InstanceRow,
  act: InstanceAct,
): Promise<Answer<InstanceView>> {
  const { tenantId, id: instanceId, rootId } = found
  const { processes } = deps
  const target = { tenantId, instanceId, rootId, processes, idempotency: act.idempotency }
  const loaded = await loadInstance(deps.db, tenantId, instanceId, act.idempotency)
  if (loaded === undefined) throw problems.not_found()
  return withPeople(withStandIns(deps, found), tenantId, async (people) => {
    const work = async (held: Held) => {
      const { instance, process, state } = held
      if (act.revision !== undefined && act.revision !== instance.revision) {
        throw problems.revision_mismatch()
      }
      const { onRefused } = act
      const context = onRefused === undefined ? {} : { onRefused }
      const { engineOptions } = deps
      const applied = applyCommand(process, state, act.command, people, engineOptions, context)
      const at = deps.now()
      const recorded = await held.record(applied, { ...act, at }, people)
      const family = { tx: held.tx, deps, people, ...act, at }
      return toInstanceView(await followCalls(family, recorded.instance, applied))
    }
    return (
      (await atOnce(deps, target, loaded, work)) ??
      (await inTransaction(deps.db, (tx) => onLocked(tx, target, work)))
    )
  })
}
