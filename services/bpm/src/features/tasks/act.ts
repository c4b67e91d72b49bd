import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { DirectoryRequest } from '../../core/engine/command.ts'
import { questionsAfter } from '../../core/engine/look-ahead.ts'
import { isLive } from '../../core/task.ts'
import type { Variables } from '../../core/variables.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { onLocked, type Locked } from '../../runtime/act.ts'
import { followCalls } from '../../runtime/calls.ts'
import { applyCommand } from '../../runtime/engine.ts'
import { findInstance, type InstanceRow, type TaskRow } from '../../runtime/instances.ts'
import { nameOf } from '../../runtime/names.ts'
import { withPeople, type KnownPeople } from '../../runtime/people.ts'
import { recordAct } from '../../runtime/record.ts'
import { withStandIns } from '../../runtime/stand-ins.ts'
import { checkedVariables } from '../../runtime/variables.ts'
import { administrates, isTheirs } from './access.ts'
import { detailsOf, peoplePointer, toCommand, type TaskAction } from './commands.ts'
import { findTask } from './queries.ts'
import type { TaskView } from './schema.ts'
import { toOutcome, toTaskView } from './views.ts'

export type ActDeps = Pick<Deps, 'db' | 'now' | 'directory' | 'processes' | 'engineOptions'>

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
 * Carries out what somebody does with a task, with everything that follows from it, in one
 * transaction that has locked the instance.
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
  const found = await findTask(deps.db, tenantId, request.taskNo.toUpperCase())
  const instance = found && (await findInstance(deps.db, tenantId, found.instance_id))
  if (found === undefined || instance === undefined) throw problems.not_found()
  if (!administrates(user) && !(await isTheirs(deps.db, user, found))) throw problems.not_found()
  if (found.kind === 'copy') throw problems.action_forbidden({ detail: 'A copy is only read.' })

  const { id: instanceId, definitionId, rootId, declaredVariables } = instance
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
  const process = await deps.processes.get(tenantId, definitionId)
  const target = { tenantId, instanceId, definitionId, rootId, process, idempotency }
  return withPeople(
    withStandIns(deps, instance),
    tenantId,
    (people) =>
      inTransaction(deps.db, (tx) =>
        onLocked(tx, target, (locked) => act(deps, locked, { by, request, variables, people })),
      ),
    askedNext(deps, process, instance, found, request),
  )
}

/**
 * Whom a decision will have to ask for. Where one decides alone the approval goes on with it, and to
 * find that out under the lock would mean to do everything twice.
 */
function askedNext(
  { engineOptions }: Pick<ActDeps, 'engineOptions'>,
  process: CompiledProcess,
  { status, round, initiatorId: initiator, variables, book }: InstanceRow,
  { node_id: nodeId }: TaskRow,
  { action }: ActRequest,
): readonly DirectoryRequest[] {
  const node = process.nodes.get(nodeId)
  if (action.path !== 'approve' || node?.kind !== 'userTask') return []
  if (node.decision.mode !== 'single') return []
  const state = { status, round, initiator, variables, tasks: [], book }
  return questionsAfter(process, state, nodeId, { directory: new Map(), ...engineOptions })
}

function nameBeside(row: TaskRow, userId: string): string | undefined {
  if (row.assignee_id === userId) return row.assignee_name ?? undefined
  return row.candidate_names[row.candidate_ids.indexOf(userId)]
}

async function act(
  deps: Pick<ActDeps, 'now' | 'engineOptions' | 'processes'>,
  locked: Locked,
  { by, request, variables, people }: Given,
): Promise<TaskView> {
  const { tx, instance, process, state, rows } = locked
  const { action } = request
  const row = await getActable(locked, by, request)
  const administrator = administrates(by)
  const doer = { actor: { userId: by.userId, administrator }, task: row.key ?? 0 }
  const command = toCommand(action, doer, variables, process, row.node_id)
  const applied = applyCommand(process, state, command, people, deps.engineOptions, {
    task: toOutcome(row),
    people: peoplePointer(action),
  })
  const at = deps.now()
  const actor = { kind: 'user', id: by.userId, name: by.name } as const
  const { comment } = action.body
  const recorded = await recordAct(
    tx,
    instance,
    process,
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
    { people, rows },
  )
  const after = recorded.changes.find((change) => change.after.id === row.id)?.after ?? row
  const family = { tx, deps, people, actor, at, comment }
  const settled = await followCalls(family, recorded.instance, applied)
  return toTaskView(process, settled, after, { userId: by.userId, administrator })
}

/** The task under lock. Who comes second learns what became of it, strangers that it is not there. */
async function getActable(
  { tx, rows }: Locked,
  by: UserCaller,
  { taskNo, revision }: ActRequest,
): Promise<TaskRow> {
  // Once its node is done a task is no part of the engine's state any more.
  const held = [...rows.values()].find((one) => one.task_no === taskNo.toUpperCase())
  const row = held ?? (await findTask(tx, by.tenantId, taskNo.toUpperCase()))
  if (row === undefined) throw problems.not_found()
  if (!administrates(by) && !(await isTheirs(tx, by, row))) throw problems.not_found()
  if (!isLive(row.status)) throw problems.task_not_open({ members: { task: toOutcome(row) } })
  if (revision !== undefined && revision !== row.revision) throw problems.revision_mismatch()
  return row
}
