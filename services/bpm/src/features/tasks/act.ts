import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { TaskCommand } from '../../core/engine/command.ts'
import { isLive } from '../../core/task.ts'
import type { Variables } from '../../core/variables.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { atOnce, onLocked, type Held } from '../../runtime/loop.ts'
import { followCalls } from '../../runtime/calls/follow-calls.ts'
import { applyCommand } from '../../runtime/decide/decide.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import { loadInstanceOfTask } from '../../runtime/load/read.ts'
import { nameOf } from '../../runtime/people/names.ts'
import { withPeople, type KnownPeople } from '../../runtime/people/known.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'
import { checkedVariables } from '../../runtime/people/variables.ts'
import { administrates, isTheirs } from './access.ts'
import { detailsOf, peoplePointer, toCommand, type TaskAction } from './commands.ts'
import { findDecision, recordWith, resultOf, toEvidence } from './decision.ts'
import { findTask } from './queries.ts'
import type { TaskView } from './schema.ts'
import { toOutcome, toTaskView } from './views.ts'

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

interface Given {
  readonly by: UserCaller & { readonly name: string }
  readonly request: ActRequest
  readonly variables: Variables
  readonly people: KnownPeople
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
  const by = { ...user, name }
  const { processes } = deps
  const target = { tenantId, instanceId, rootId, processes, idempotency }
  return withPeople(withStandIns(deps, instance), tenantId, async (people) => {
    const work = (held: Held) => act(deps, held, found, { by, request, variables, people })
    return (
      (await atOnce(deps, target, loaded, work)) ??
      (await inTransaction(deps.db, (tx) => onLocked(tx, target, work)))
    )
  })
}

function nameBeside(row: TaskRow, userId: string): string | undefined {
  if (row.assignee_id === userId) return row.assignee_name ?? undefined
  return row.candidate_names[row.candidate_ids.indexOf(userId)]
}

async function act(
  deps: Pick<ActDeps, 'now' | 'engineOptions' | 'processes'>,
  held: Held,
  found: TaskRow,
  { by, request, variables, people }: Given,
): Promise<TaskView> {
  const { process, state } = held
  const { action } = request
  const row = await getActable(held, found, by, request)
  const administrator = administrates(by)
  const doer = { actor: { userId: by.userId, administrator }, task: row.key ?? 0 }
  const decision = action.path === 'take-back' ? await findDecision(held, row) : undefined
  const command: TaskCommand =
    action.path === 'take-back'
      ? { kind: 'takeBack', ...doer, ...toEvidence(row, decision) }
      : toCommand(action, doer, variables, process, row.node_id)
  const applied = applyCommand(process, state, command, people, deps.engineOptions, {
    task: toOutcome(row),
    people: peoplePointer(action),
  })
  const at = deps.now()
  const actor = { kind: 'user', id: by.userId, name: by.name } as const
  const { comment } = action.body
  const record = decision === undefined ? held.record : recordWith(held, decision)
  const recorded = await record(
    applied,
    {
      action: action.path,
      command,
      actor,
      actedOn: row.id,
      comment,
      attachments: action.body.attachments,
      details: detailsOf(action),
      at,
    },
    people,
  )
  const after = resultOf(recorded.changes, row, by, action.path)
  const family = { tx: held.tx, deps, people, actor, at, comment }
  const settled = await followCalls(family, recorded.instance, applied)
  return toTaskView(process, settled, after, { userId: by.userId, administrator })
}

/** The task as it is held. Who comes second learns what became of it, strangers that it is not there. */
async function getActable(
  { db, tx, rows }: Held,
  found: TaskRow,
  by: UserCaller,
  { revision, action }: ActRequest,
): Promise<TaskRow> {
  // Once its node is done a task is no part of the engine's state any more.
  const held = [...rows.values()].find(({ id }) => id === found.id)
  const row = held ?? (tx === undefined ? found : await findTask(tx, by.tenantId, found.task_no))
  if (row === undefined) throw problems.not_found()
  if (!administrates(by) && !(await isTheirs(db, by, row))) throw problems.not_found()
  if (!isLive(row.status) && action.path !== 'take-back') {
    throw problems.task_not_open({ members: { task: toOutcome(row) } })
  }
  if (revision !== undefined && revision !== row.revision) throw problems.revision_mismatch()
  return row
}
