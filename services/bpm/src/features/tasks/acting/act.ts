import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { Problem } from '@countersign/service-kit/problem'
import type { UserCaller } from '../../../callers.ts'
import { lacksComment } from '../../../core/definition/task-form.ts'
import type { Node } from '../../../core/definition/graph.ts'
import { signalsAmong } from '../../../core/definition/events/triggers.ts'
import type { TaskCommand } from '../../../core/engine/command.ts'
import { isLive, type BoundBy } from '../../../core/task.ts'
import type { Variables } from '../../../core/variables.ts'
import type { Attachment, Named } from '../../../db/instance-tables.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { type InstanceRow, refuseTooMany, type TaskRow } from '../../../runtime/load/instances.ts'
import { decide, type Planned } from '../../../runtime/decide/decide.ts'
import type { Known } from '../../../runtime/decide/known.ts'
import { refuseChoices, toOutcome } from '../../../runtime/decide/refusals.ts'
import { loadInstanceOfTask, toRead } from '../../../runtime/load/read.ts'
import {
  lockSnapshot,
  type Locked,
  type ProcessNeeded,
  type Refusal,
  type Snapshot,
} from '../../../runtime/load/snapshot.ts'
import { carryOut } from '../../../runtime/loop.ts'
import { nameOf } from '../../../runtime/people/learn.ts'
import { contentHashOf } from '../../../runtime/views/content.ts'
import { withStandIns } from '../../../runtime/people/stand-ins.ts'
import { checkedVariables, findCopied } from '../../../runtime/people/named.ts'
import type { Decision } from '../../../runtime/work.ts'
import { administrates, isTheirs } from '../access.ts'
import type { Shown, TaskReader } from '../offers.ts'
import { findDecisionInstead, findTask, listCopiedByHand } from '../queries.ts'
import type { TaskView } from '../schema.ts'
import { detailsOf, peoplePointer, toCommand, type TaskAction } from './commands.ts'
import { isCarried } from '../../../runtime/decide/task-changes.ts'
import { findTakenBack, resultOf, toEvidence, type TakenBack } from '../taking-back.ts'

export type ActDeps = Pick<
  Deps,
  'db' | 'writer' | 'now' | 'directory' | 'documents' | 'processes' | 'engineOptions'
> & {
  /** How the task is shown to its actor once it is done. */
  readonly show: (shown: Shown, row: TaskRow, reader: TaskReader) => TaskView
}

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
  /** When it was read: also a task that opens again meanwhile takes no attachment nobody has looked at. */
  readonly wasOver: boolean
  readonly revision: number | undefined
  readonly variables: Variables
  /** Whom the actor shows it to. */
  readonly copied: readonly Named[]
  readonly attachments: readonly Attachment[]
}

/** What the action is decided from. */
interface Seen extends Snapshot {
  readonly task: TaskRow
  /** What it shows, hashed once however often it is decided. */
  readonly contentHash: string | null
  /** Who decided in its place, where it was called off for that. */
  readonly instead?: TaskRow | undefined
  /** The decision to take back, with what the engine has forgotten of it. */
  readonly takenBack?: TakenBack
  /** Who has been shown it from this node before; known under the row lock alone. */
  readonly shown?: ReadonlySet<string>
}

/**
 * Carries out what somebody does with a task, with everything that follows from it: as the instance
 * was read, or under its lock when it has moved on meanwhile.
 *
 * @throws `bpm.not_found` (404) for people it is not for, `bpm.task_not_open` (409) with what became
 *   of it, `bpm.attachment_unreadable` (422), `bpm.content_changed` (412) where the values are not those that the actor says to have seen,
 *   `bpm.revision_mismatch` (412) for a task that is still open but has changed,
 *   `bpm.action_forbidden` (403) for what the definition does not offer, `bpm.comment_required` (422).
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
  const wasOver = isOver(found, request.action)
  // What was answered before is answered again, also when its attachments can no longer be read; and
  // nothing is shown by a task that is over.
  const describes = loaded.answered === undefined && !wasOver
  const attachments = await deps.documents.describe(user, describes ? body.attachments : [])
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
  const cc = 'cc' in body ? (body.cc ?? []) : []
  const others = cc.filter((id) => id !== user.userId)
  const copied = await findCopied(deps.directory, tenantId, others)
  const acted = { by: { ...user, name }, action, wasOver, revision, variables, copied, attachments }
  // What came of a decision is only known once nothing can come of it any more, and who has a copy
  // once nobody can make another.
  const locks = action.path === 'take-back' || copied.length > 0
  const read = locks ? undefined : await toRead(loaded, deps)
  return carryOut(deps, {
    tenantId,
    directory: withStandIns(deps, instance),
    idempotency,
    read: read && {
      ...read,
      seen: {
        ...read.seen,
        task: found,
        contentHash: contentHashOf(read.seen.process, instance, found),
        instead: await findDecisionInstead(deps.db, found),
      },
    },
    lock: (tx) => lockTask(tx, deps, { instanceId, rootId, found, acted }),
    decide: (seen, known) => decideAct(seen, known, acted, deps),
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
  { instanceId, rootId, found, acted: { by, action, copied } }: Place,
): Promise<Locked<Seen> | ProcessNeeded | Refusal> {
  const { tenantId } = by
  const locked = await lockSnapshot(tx, { tenantId, instanceId, rootId }, deps)
  if (locked.kind !== 'locked') return locked
  const { rows, process, instance } = locked.seen
  // Once its node is done a task is no part of the engine's state any more.
  const held = [...rows.values()].find(({ id }) => id === found.id)
  const task = held ?? (await findTask(tx, tenantId, found.task_no))
  if (task === undefined || (!administrates(by) && !(await isTheirs(tx, by, task)))) {
    return refuse(problems.not_found())
  }
  const seen = { ...locked.seen, task, contentHash: contentHashOf(process, instance, task) }
  if (action.path !== 'take-back') {
    const { round } = instance
    const reason = { tenantId, instanceId, round, nodeId: task.node_id }
    const shown = copied.length > 0 ? await listCopiedByHand(tx, reason) : new Set<string>()
    const instead = await findDecisionInstead(tx, task)
    return { kind: 'locked', seen: { ...seen, shown, instead } }
  }
  const takenBack = await findTakenBack(tx, locked.seen, task)
  // Its tasks are done: they are no part of the state, and change all the same.
  const done = takenBack.run.map((row) => [row.key ?? 0, row] as const)
  return {
    kind: 'locked',
    seen: { ...seen, rows: new Map([...done, ...rows]), takenBack },
  }
}

const refuse = (problem: Refusal['problem']): Refusal => ({ kind: 'refused', problem })

/** Whether nothing can be done with it any more; what is taken back has ended. */
const isOver = ({ status }: TaskRow, { path }: TaskAction): boolean =>
  !isLive(status) && path !== 'take-back'

/** Pure. Who comes second learns what became of the task. */
function decideAct(
  seen: Seen,
  known: Known,
  { by, action, wasOver, revision, variables, copied, attachments }: Request,
  { engineOptions, show }: Pick<ActDeps, 'engineOptions' | 'show'>,
): Decision<TaskView> {
  const { task, instead, process } = seen
  if (wasOver || isOver(task, action)) {
    const decision = instead === undefined ? {} : { decision: toOutcome(instead) }
    return refuse(problems.task_not_open({ members: { task: toOutcome(task), ...decision } }))
  }
  const { comment } = action.body
  const contentHash = seen.contentHash ?? undefined
  const stale = findStale(task, action, revision, contentHash)
  const tooMany = refuseTooMany(seen.instance, attachments)
  if (stale !== undefined) return refuse(stale)
  if (tooMany !== undefined) return refuse(tooMany)
  const { userId } = by
  const administrator = administrates(by)
  const doer = { actor: { userId, administrator }, task: task.key ?? 0 }
  const command: TaskCommand =
    action.path === 'take-back'
      ? { kind: 'takeBack', ...doer, ...toEvidence(task, seen.takenBack) }
      : toCommand(action, doer, variables, process, task.node_id)
  const act = {
    action: action.path,
    command,
    actor: { kind: 'user', id: userId, name: by.name } as const,
    actedOn: task.id,
    ...(contentHash === undefined
      ? {}
      : { contentHash, boundBy: boundBy(action.body.contentHash, revision) }),
    comment,
    attachments,
    details: action.path === 'resolve' ? { to: task.owner_id } : detailsOf(action),
    copies: { node: task.node_id, people: copied.filter(({ id }) => seen.shown?.has(id) !== true) },
  }
  const refusal = { task: toOutcome(task), people: peoplePointer(action) }
  const planned = decide(seen, act, known, { ...engineOptions, ...refusal })
  if (planned.kind !== 'planned') return planned
  const unfit = findUnfit(seen, action, planned)
  if (unfit !== undefined) return refuse(unfit)
  const after = resultOf(planned.changes, task, by, action.path)
  const reader = { userId, administrator }
  return {
    kind: 'decided',
    planned,
    toBody: (instance) => show(shownAfter(seen, planned, instance, after), after, reader),
  }
}

/** Whether they decide on something else than they say to have read. */
function findStale(
  task: TaskRow,
  { body }: TaskAction,
  revision: number | undefined,
  contentHash: string | undefined,
): Problem | undefined {
  if (body.contentHash !== undefined && body.contentHash !== contentHash) {
    return problems.content_changed({ members: { contentHash } })
  }
  const isOther = revision !== undefined && revision !== task.revision
  return isOther ? problems.revision_mismatch() : undefined
}

function boundBy(contentHash: string | undefined, revision: number | undefined): BoundBy {
  if (contentHash !== undefined) return 'contentHash'
  return revision === undefined ? 'none' : 'revision'
}

/** What the action says too little of, or what is not theirs to say. */
function findUnfit(
  { process, task }: Seen,
  action: TaskAction,
  { applied: { effects } }: Planned,
): Problem | undefined {
  const unsaid = findUnsaid(process.nodes.get(task.node_id), action)
  if (unsaid !== undefined || action.path !== 'approve') return unsaid
  const chooser = { process, from: task.node_id, starts: false, effects }
  return refuseChoices(action.body.selections, chooser)
}

function findUnsaid(node: Node | undefined, { path, body }: TaskAction): Problem | undefined {
  if (node?.kind !== 'userTask' || !lacksComment(node, path, body.comment)) return undefined
  const detail = `${node.name} asks whoever decides so to say why.`
  return problems.comment_required({
    detail,
    errors: [{ pointer: '/comment', code: 'comment_required', detail }],
  })
}

/** What is to be seen once it is done. Nobody can have acted since, whatever was decided. */
function shownAfter(
  { process, rows }: Seen,
  { applied: { state, effects }, changes }: Planned,
  instance: InstanceRow,
  after: TaskRow,
): Shown {
  if (isLive(after.status)) return { process, instance, state }
  const changed = changes.map((change) => [change.after.key ?? 0, change.after] as const)
  const now = [...new Map([...rows, ...changed]).values()]
  const run = now.filter(({ activation }) => activation === after.activation)
  const carried = changes.filter(isCarried).map((change) => change.after.node_id)
  const left = effects.flatMap((one) => (one.kind === 'nodeLeft' ? [one.node] : []))
  const signals = signalsAmong(process, left)
  const evidence = toEvidence(after, { run, since: [], acted: [], signals, carried })
  return { process, instance, state, evidence }
}
