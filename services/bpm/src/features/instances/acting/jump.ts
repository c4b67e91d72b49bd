import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { decide, type Commanded, type Planned } from '../../../runtime/decide/decide.ts'
import { isActive, isEnded } from '../../../runtime/decide/task-changes.ts'
import { foresee } from '../../../runtime/foresee.ts'
import type { InstanceRow, TaskRow } from '../../../runtime/load/instances.ts'
import { loadState } from '../../../runtime/load/snapshot.ts'
import { nameOf } from '../../../runtime/people/learn.ts'
import { withStandIns } from '../../../runtime/people/stand-ins.ts'
import { toInstanceView } from '../../../runtime/views/instance-view.ts'
import { getReadable, type Reader } from '../access.ts'
import { commandInstance, type CommandDeps } from '../command.ts'
import type { JumpBody, JumpedView } from '../schema.ts'

export interface JumpRequest {
  readonly instanceId: string
  readonly body: JumpBody
  readonly revision: number | undefined
}

/**
 * Moves an approval to nodes, or says what would come of it. The route has checked the permission.
 *
 * @throws `bpm.jump_refused` (422) where a join would wait for ever, or it is too large to prove that none
 *   would, or it would be approved though nobody decides, and it is not forced.
 */
export async function jumpInstance(
  deps: CommandDeps,
  by: Reader,
  { instanceId, body, revision }: JumpRequest,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<JumpedView>> {
  const { to, reason, force, dryRun } = body
  const { instance } = await getReadable(deps, by, instanceId)
  const command = {
    kind: 'jump',
    to: typeof to === 'string' ? [to] : to,
    actor: { userId: by.userId, administrator: true },
  } as const
  const actor = { kind: 'user', id: by.userId, name: await nameOf(deps.directory, by) } as const
  const act = { action: 'jump', command, actor, reason, details: { to } }
  if (dryRun === true) {
    const body = await preview(deps, instance, { ...act, command: { ...command, force: true } })
    return { status: 200, body, replayed: false }
  }
  const forced = force === true ? { ...command, force } : command
  return commandInstance(deps, instance, { ...act, command: forced, revision, idempotency })
}

/** As if it were forced: what would have been refused is said. */
async function preview(
  deps: CommandDeps,
  instance: InstanceRow,
  act: Commanded,
): Promise<JumpedView> {
  const { tenantId, definitionId } = instance
  const process = await deps.processes.get(tenantId, definitionId)
  const snapshot = { instance, process, ...(await loadState(deps.db, instance)), at: deps.now() }
  const directory = withStandIns(deps, instance)
  return foresee({ db: deps.db, directory, tenantId }, (known) => {
    const planned = decide(snapshot, act, known, deps.engineOptions)
    if (planned.kind === 'needs') return planned
    if (planned.kind === 'refused') throw planned.problem
    const nameOfNode = (id: string) => ({ id, name: process.nodes.get(id)?.name ?? id })
    const jump = toJump(planned, nameOfNode)
    return { kind: 'settled', body: { ...toInstanceView(instance), jump } }
  })
}

type NodeView = { id: string; name: string }

function toJump({ applied, changes, instance }: Planned, nameOfNode: (id: string) => NodeView) {
  const risks = applied.effects.find(({ kind }) => kind === 'jumpForced')
  const { stranded, unproven, unvoted } =
    risks?.kind === 'jumpForced' ? risks : { stranded: [], unproven: false, unvoted: false }
  const opened = changes.flatMap(({ before, after }) =>
    before === undefined && after.kind === 'decision' && isActive(after.status) ? [after] : [],
  )
  return {
    allowed: risks === undefined,
    status: instance.status,
    ends: changes.flatMap(({ before, after }) =>
      before !== undefined && !isEnded(before.status) && isEnded(after.status)
        ? [{ taskNo: before.task_no, node: nameOfNode(before.node_id), people: peopleOf(before) }]
        : [],
    ),
    opens: instance.currentNodes.map(({ id, name }) => ({
      node: { id, name },
      people: opened.filter((task) => task.node_id === id).flatMap(peopleOf),
    })),
    stranded: stranded.map(nameOfNode),
    unproven,
    unvoted,
  }
}

function peopleOf(task: TaskRow): { id: string; name: string }[] {
  const { assignee_id: id, assignee_name: name } = task
  if (id !== null) return [{ id, name: name ?? id }]
  return task.candidate_ids.map((one, index) => ({
    id: one,
    name: task.candidate_names[index] ?? one,
  }))
}
