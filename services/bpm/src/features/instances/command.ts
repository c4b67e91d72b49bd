import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { Problem } from '@countersign/service-kit/problem'
import type { InstanceCommand, Refused, SignalCommand } from '../../core/engine/command.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { decide } from '../../runtime/decide/decide.ts'
import type { Known } from '../../runtime/decide/known.ts'
import type { ActingParty } from '../../runtime/decide/task-changes.ts'
import type { InstanceRow } from '../../runtime/load/instances.ts'
import { loadInstance, toRead } from '../../runtime/load/read.ts'
import { lockSnapshot, type Snapshot } from '../../runtime/load/snapshot.ts'
import { carryOut } from '../../runtime/loop.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { toInstanceView, type InstanceView } from '../../runtime/views/instance-view.ts'
import type { Decision } from '../../runtime/work.ts'

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
  /** Words a refusal otherwise than everywhere. */
  readonly reword?: (refused: Refused) => Problem | undefined
}

/** Carries out a command on a whole instance, with everything that follows from it. */
export async function commandInstance(
  deps: CommandDeps,
  found: InstanceRow,
  { idempotency, ...act }: InstanceAct,
): Promise<Answer<InstanceView>> {
  const { tenantId, id: instanceId, rootId } = found
  const loaded = await loadInstance(deps.db, tenantId, instanceId, idempotency)
  if (loaded === undefined) throw problems.not_found()
  return carryOut(deps, {
    tenantId,
    directory: withStandIns(deps, found),
    idempotency,
    read: await toRead(loaded, deps),
    lock: (tx) => lockSnapshot(tx, { tenantId, instanceId, rootId }, deps),
    decide: (seen, known) => decideCommand(seen, known, act, deps.engineOptions),
  })
}

function decideCommand(
  seen: Snapshot,
  known: Known,
  { revision, reword, ...act }: Omit<InstanceAct, 'idempotency'>,
  engineOptions: CommandDeps['engineOptions'],
): Decision<InstanceView> {
  if (revision !== undefined && revision !== seen.instance.revision) {
    return { kind: 'refused', problem: problems.revision_mismatch() }
  }
  const context = reword === undefined ? engineOptions : { ...engineOptions, reword }
  const planned = decide(seen, act, known, context)
  if (planned.kind !== 'planned') return planned
  return { kind: 'decided', planned, toBody: (instance) => toInstanceView(instance) }
}
