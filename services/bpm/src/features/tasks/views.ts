import type { CompiledProcess } from '../../core/definition/graph.ts'
import { accessOf, selectableAfter, visibleVariables } from '../../core/definition/task-form.ts'
import { toDetailUrl } from '../../core/instance.ts'
import type { InstanceRow, TaskRow } from '../../runtime/load/instances.ts'
import { detailUrlOf, toInstanceView } from '../../runtime/views/instance-view.ts'
import { allowedActions, returnTargets, type TaskReader } from './access.ts'
import type { InboxItemRow } from './inbox-queries.ts'
import type { TaskListItem, TaskView } from './schema.ts'

const person = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? id }

function toCommon(row: TaskRow) {
  return {
    taskNo: row.task_no,
    kind: row.kind,
    instanceId: row.instance_id,
    status: row.status,
    node: { id: row.node_id, name: row.node_name },
    round: row.round,
    assignee: person(row.assignee_id, row.assignee_name),
    createdAt: row.created_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: person(row.ended_by, row.ended_by_name),
    comment: row.comment,
    dueAt: row.due_at?.toISOString() ?? null,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    revision: row.revision,
  }
}

/** A line of an inbox. */
export function toTaskListItem(row: InboxItemRow): TaskListItem {
  const instance = { id: row.instance_id, bizType: row.bizType, bizId: row.bizId }
  return {
    ...toCommon(row),
    detailUrl: row.detailUrl ?? toDetailUrl(row.detailPath, instance),
    instance: {
      ...instance,
      title: row.title,
      status: row.instanceStatus,
      round: row.instanceRound,
      initiator: { id: row.initiatorId, name: row.initiatorName },
      createdAt: row.instanceCreatedAt.toISOString(),
    },
  }
}

/** A task with what this reader may see of the approval and do with it. */
export function toTaskView(
  process: CompiledProcess,
  instance: InstanceRow,
  row: TaskRow,
  reader: TaskReader,
): TaskView {
  const node = process.nodes.get(row.node_id)
  const returner = node?.kind === 'userTask' && node.returns.resubmit === 'returner'
  const nodeIds = [row.node_id]
  const whole = reader.administrator || instance.initiatorId === reader.userId
  const seen = whole ? instance.variables : visibleVariables(process, nodeIds, instance.variables)
  return {
    ...toCommon(row),
    detailUrl: detailUrlOf(instance),
    instance: toInstanceView(instance, seen),
    candidates: row.candidate_ids.map((id, index) => ({
      id,
      name: row.candidate_names[index] ?? id,
    })),
    allowedActions: allowedActions(process, instance, row, reader),
    fields: instance.declaredVariables.flatMap(({ name, type, label, required }) => {
      const access = accessOf(process, row.node_id, name)
      if (access === 'hidden') return []
      return [{ name, type, label: label ?? null, required: required ?? false, access }]
    }),
    form: {
      returnTargets: row.kind === 'copy' ? [] : returnTargets(process, instance, row),
      resubmitModes: returner ? ['rerun', 'straightBack'] : [],
      selections: row.kind === 'copy' ? [] : selectableAfter(process, row.node_id),
    },
  }
}

/** What became of a task, for whoever comes second. */
export function toOutcome(row: TaskRow): Readonly<Record<string, unknown>> {
  return {
    taskNo: row.task_no,
    status: row.status,
    assignee: person(row.assignee_id, row.assignee_name),
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: person(row.ended_by, row.ended_by_name),
  }
}
