import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { UserCaller } from '../../../callers.ts'
import type { TaskCommand } from '../../../core/engine/command.ts'
import { isLive } from '../../../core/task.ts'
import type { Variables } from '../../../core/variables.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { decide } from '../../../runtime/decide/decide.ts'
import type { Known } from '../../../runtime/decide/known.ts'
import type { TaskRow } from '../../../runtime/load/instances.ts'
import { loadInstanceOfTask, toRead } from '../../../runtime/load/read.ts'
import {
  lockSnapshot,
  type Locked,
  type Refusal,
  type Snapshot,
} from '../../../runtime/load/snapshot.ts'
import { carryOut } from '../../../runtime/loop.ts'
import { nameOf } from '../../../runtime/people/learn.ts'
import { withStandIns } from '../../../runtime/people/stand-ins.ts'
import { checkedVariables } from '../../../runtime/people/variables.ts'
import type { Decision } from '../../../runtime/work.ts'
import { administrates, isTheirs } from '../access.ts'
import { findTask } from '../queries.ts'
import type { TaskView } from '../schema.ts'
import { toOutcome, toTaskView } from '../views.ts'
import { detailsOf, peoplePointer, toCommand, type TaskAction } from './commands.ts'
import { findTakenBack, resultOf, toEvidence, type TakenBack } from './take-back.ts'

export type ActDeps = Pick<
  Deps,
  'db' | 'writer' | 'now' | 'directory' | 'processes' | 'engineOptions'
>

export interface ActRequest {
  readonly taskNo: string
  readonly action: TaskAction
  /** The revision the actor has read, when they say so. */
  readonly revision: number | undefined
}

/** Who acts how, checked as far as it does not depend on what others do. */
interface Request {
  readonly by: UserCaller & { readonly name: string }
  readonly action: TaskAction
  readonly revision: number | undefined
  readonly variables: Variables
}

/** What the action is decided from. */
interface Seen extends Snapshot {
  readonly task: TaskRow
  /** The decision to take back, with what the engine has forgotten of it. */
  readonly takenBack?: TakenBack
}

/**
 * Carries out what somebody does with a task, with everything that follows from it: as the instance
 * was read, or under its lock when it has moved on meanwhile.
 *
 * @throws `bpm.not_found` (404) for people it is not for, `bpm.task_not_open` (409) with what became
 *   of it, `bpm.revision_mismatch` (412) for a task that is still open but has changed,
 *   `bpm.action_forbidden` (403) for what the definition does not offer.
 */
export async function actOnTask(
  deps: ActDeps,
  user: UserCaller,
  request: ActRequest,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<TaskView>> {
  const { tenantId } = user
  const taskNo = request.taskNo.toUpperCase()
  const loaded = await loadInstanceOfTask(deps.db, tenantId, taskNo, idempotency)
  if (loaded === undefined) throw problems.not_found()
  const { instance, task: found } = loaded
  if (!administrates(user) && !(await isTheirs(deps.db, user, found))) throw problems.not_found()
  if (found.kind === 'copy') throw problems.action_forbidden({ detail: 'A copy is only read.' })

  const { id: instanceId, rootId, declaredVariables } = instance
  const { body } = request.action
  const values = 'variables' in body ? (body.variables ?? {}) : {}
  const variables = await checkedVariables(deps.directory, tenantId, {
    declared: declaredVariables,
    values,
    pointer: '/variables',
    partial: true,
  })
  // The name is beside the task already: a decision that asks nobody further needs no directory.
  const name = nameBeside(found, user.userId) ?? (await nameOf(deps.directory, user))
  const { action, revision } = request
  const acted = { by: { ...user, name }, action, revision, variables }
  // What came of a decision is only known once nothing can come of it any more.
  const read = action.path === 'take-back' ? undefined : await toRead(loaded, deps)
  return carryOut(deps, {
    tenantId,
    directory: withStandIns(deps, instance),
    idempotency,
    read: read && { ...read, seen: { ...read.seen, task: found } },
    lock: (tx) => lockTask(tx, deps, { instanceId, rootId, found, acted }),
    decide: (seen, known) => decideAct(seen, known, acted, deps.engineOptions),
  })
}

function nameBeside(row: TaskRow, userId: string): string | undefined {
  if (row.assignee_id === userId) return row.assignee_name ?? undefined
  return row.candidate_names[row.candidate_ids.indexOf(userId)]
}

interface Place {
  readonly instanceId: string
  readonly rootId: string | null
  readonly found: TaskRow
  readonly acted: Request
}

/** The task under the row lock of its instance. It is not there for those whom it does not concern. */
async function lockTask(
  tx: Tx,
  deps: ActDeps,
  { instanceId, rootId, found, acted: { by, action } }: Place,
): Promise<Locked<Seen> | Refusal> {
  const { tenantId } = by
  const locked = await lockSnapshot(tx, { tenantId, instanceId, rootId }, deps)
  if (locked.kind !== 'locked') return locked
  const { rows } = locked.seen
  // Once its node is done a task is no part of the engine's state any more.
  const held = [...rows.values()].find(({ id }) => id === found.id)
  const task = held ?? (await findTask(tx, tenantId, found.task_no))
  if (task === undefined || (!administrates(by) && !(await isTheirs(tx, by, task)))) {
    return refuse(problems.not_found())
  }
  if (action.path !== 'take-back') return { kind: 'locked', seen: { ...locked.seen, task } }
  const takenBack = await findTakenBack(tx, locked.seen, task)
  // Its tasks are done: they are no part of the state, and change all the same.
  const done = takenBack.run.map((row) => [row.key ?? 0, row] as const)
  return {
    kind: 'locked',
    seen: { ...locked.seen, rows: new Map([...done, ...rows]), task, takenBack },
  }
}

const refuse = (problem: Refusal['problem']): Refusal => ({ kind: 'refused', problem })

/** Pure. Who comes second learns what became of the task. */
function decideAct(
  seen: Seen,
  known: Known,
  { by, action, revision, variables }: Request,
  engineOptions: ActDeps['engineOptions'],
): Decision<TaskView> {
  const { task, process } = seen
  if (!isLive(task.status) && action.path !== 'take-back') {
    return refuse(problems.task_not_open({ members: { task: toOutcome(task) } }))
  }
  if (revision !== undefined && revision !== task.revision) {
    return refuse(problems.revision_mismatch())
  }
  const { userId } = by
  const administrator = administrates(by)
  const doer = { actor: { userId, administrator }, task: task.key ?? 0 }
  const command: TaskCommand =
    action.path === 'take-back'
      ? { kind: 'takeBack', ...doer, ...toEvidence(task, seen.takenBack) }
      : toCommand(action, doer, variables, process, task.node_id)
  const { comment, attachments } = action.body
  const act = {
    action: action.path,
    command,
    actor: { kind: 'user', id: userId, name: by.name } as const,
    actedOn: task.id,
    comment,
    attachments,
    details: detailsOf(action),
  }
  const refusal = { task: toOutcome(task), people: peoplePointer(action) }
  const planned = decide(seen, act, known, { ...engineOptions, ...refusal })
  if (planned.kind !== 'planned') return planned
  const after = resultOf(planned.changes, task, by, action.path)
  const reader = { userId, administrator }
  return {
    kind: 'decided',
    planned,
    toBody: (instance) => toTaskView(process, instance, after, reader),
  }
}
