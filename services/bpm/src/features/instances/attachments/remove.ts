// Kept by: services/bpm/src/features/instances/attachments/remove.test.ts "takes it away once, however many do at the same time"
import type { Attached } from '../../../db/instance-tables.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { decide } from '../../../runtime/decide/decide.ts'
import type { Known } from '../../../runtime/decide/known.ts'
import type { ActingParty } from '../../../runtime/decide/task-changes.ts'
import { type InstanceRow, standingOf } from '../../../runtime/load/instances.ts'
import {
  lockSnapshot,
  type Locked,
  type ProcessNeeded,
  type Refusal,
  type Snapshot,
} from '../../../runtime/load/snapshot.ts'
import { carryOut } from '../../../runtime/loop.ts'
import { withStandIns } from '../../../runtime/people/stand-ins.ts'
import type { Decision } from '../../../runtime/work.ts'
import type { CommandDeps } from '../command.ts'
import { listDecidedSince, type DecidedSince } from './queries.ts'

export interface Removal {
  readonly versionId: string
  readonly actor: ActingParty
  /** Takes away what anybody has attached; others what they have attached themselves. */
  readonly everybodys: boolean
  /** The revision of the instance that the actor has read, when they say so. */
  readonly revision: number | undefined
}

interface Seen extends Snapshot {
  /** Decided after it was attached. */
  readonly decided: DecidedSince
}

/**
 * Takes away what was attached to an approval, while it is undecided. The log keeps that it was there, and who took
 * it away. Votes that were given while it was shown are asked again, as the nodes say of a change of
 * values (ADR 0031). What is away already stays so: doing it twice does it once.
 *
 * @throws `bpm.not_found` (404) for what was never attached, `bpm.action_forbidden` (403) for what others have,
 *   `bpm.instance_not_running` (409), `bpm.change_refused` (409), `bpm.revision_mismatch` (412).
 */
export async function removeAttachment(
  deps: CommandDeps & Pick<Deps, 'directory'>,
  found: InstanceRow,
  removal: Removal,
): Promise<void> {
  const { tenantId } = found
  await carryOut<Seen, undefined>(deps, {
    tenantId,
    directory: withStandIns(deps, found),
    // Who has decided since is in the log, which is read under the lock.
    read: undefined,
    lock: (tx) => lock(tx, deps, found, removal),
    decide: (seen, known) => decideRemoval(seen, known, removal, deps.engineOptions),
  })
}

async function lock(
  tx: Tx,
  deps: CommandDeps,
  { tenantId, id: instanceId, rootId }: InstanceRow,
  removal: Removal,
): Promise<Locked<Seen> | ProcessNeeded | Refusal> {
  const locked = await lockSnapshot(tx, { tenantId, instanceId, rootId }, deps)
  if (locked.kind !== 'locked') return locked
  const since = Math.min(
    ...takenFrom(locked.seen.instance, removal).map(({ sequence }) => sequence),
  )
  const none = { tasks: [], runs: [], users: [] }
  const decided = Number.isFinite(since)
    ? await listDecidedSince(tx, tenantId, instanceId, since)
    : none
  return { kind: 'locked', seen: { ...locked.seen, decided } }
}

/** What of the standing attachments goes. */
const takenFrom = (instance: InstanceRow, removal: Removal): readonly Attached[] =>
  standingOf(instance).filter((one) => isTheirs(one, removal))

const isTheirs = ({ versionId, by }: Attached, { versionId: asked, everybodys, actor }: Removal) =>
  versionId === asked.toLowerCase() && (everybodys || by === actor.id)

function decideRemoval(
  seen: Seen,
  known: Known,
  removal: Removal,
  engineOptions: CommandDeps['engineOptions'],
): Decision<undefined> {
  const { instance } = seen
  const { actor, revision } = removal
  const refusal = refusalOf(instance, removal)
  if (refusal !== undefined) return { kind: 'refused', problem: refusal }
  const taken = takenFrom(instance, removal)
  if (taken.length === 0) return { kind: 'settled', body: undefined }
  if (revision !== undefined && revision !== instance.revision) {
    return { kind: 'refused', problem: problems.revision_mismatch() }
  }
  const removed = { at: seen.at.toISOString(), by: actor, sequence: instance.lockVersion + 1 }
  const isTaken = new Set(taken)
  const attached = (instance.attached ?? []).map((one) =>
    isTaken.has(one) ? { ...one, removed } : one,
  )
  const stays = standingOf({ attached }).some(({ versionId }) => versionId === taken[0]?.versionId)
  const command = {
    kind: 'removeAttachment',
    actor: { userId: actor.id },
    ...(stays ? {} : { seen: seen.decided }),
  } as const
  const details = {
    removed: taken.map(({ documentId, versionId, name, sequence }) => ({
      documentId,
      versionId,
      name,
      sequence,
    })),
  }
  const act = { action: command.kind, command, actor, details, attached }
  const planned = decide(seen, act, known, engineOptions)
  if (planned.kind !== 'planned') return planned
  return { kind: 'decided', planned, toBody: () => undefined }
}

function refusalOf({ attached }: InstanceRow, removal: Removal) {
  const asked = (attached ?? []).filter(
    ({ versionId }) => versionId === removal.versionId.toLowerCase(),
  )
  if (asked.length === 0) return problems.not_found()
  if (asked.some((one) => isTheirs(one, removal))) return undefined
  return problems.action_forbidden({ detail: 'Somebody else has attached it.' })
}
