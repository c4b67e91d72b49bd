import { changedSince } from '../../core/engine/votes/content.ts'
import {
  accessOf,
  nodeOf,
  selectableAfter,
  visibleVariables,
} from '../../core/definition/task-form.ts'
import { toDetailUrl } from '../../core/instance.ts'
import { toKeyFields } from '../../core/key-fields.ts'
import type { Variables } from '../../core/variables.ts'
import type { Named } from '../../db/instance-tables.ts'
import type { Deps } from '../../deps.ts'
import { onBehalfOf } from '../../runtime/decide/task-changes.ts'
import type { TaskRow } from '../../runtime/load/instances.ts'
import { attachmentsOf, contentHashOf } from '../../runtime/views/content.ts'
import { detailUrlOf, toInstanceView } from '../../runtime/views/instance-view.ts'
import type { InboxItemRow, TaskLine } from './inbox-queries.ts'
import { offeredTo, type Shown, type TaskReader } from './offers.ts'
import type { TaskListItem, TaskView } from './schema.ts'

const person = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? id }

/** In whose place its holder has it, or the reader could take it. */
export function behalf(row: TaskLine, readerId: string): { onBehalfOf?: Named } {
  const whose = onBehalfOf(row, row.owner_id ?? row.assignee_id ?? readerId)
  return whose === undefined ? {} : { onBehalfOf: { id: whose.id, name: whose.name } }
}

const lender = ({ owner_id: id, owner_name: name }: TaskLine): { owner?: Named } =>
  id === null ? {} : { owner: { id, name: name ?? id } }

const copier = ({ copied_by: id, copied_by_name: name }: TaskLine): { copiedBy?: Named } =>
  id === null ? {} : { copiedBy: { id, name: name ?? id } }

function toCommon(row: TaskLine, readerId: string) {
  return {
    taskNo: row.task_no,
    kind: row.kind,
    instanceId: row.instance_id,
    status: row.status,
    node: { id: row.node_id, name: row.node_name },
    round: row.round,
    assignee: person(row.assignee_id, row.assignee_name),
    ...behalf(row, readerId),
    ...lender(row),
    createdAt: row.created_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: person(row.ended_by, row.ended_by_name),
    comment: row.comment,
    dueAt: row.due_at?.toISOString() ?? null,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    ...copier(row),
    revision: row.revision,
  }
}

/** The values of key fields that a line shows: what its task does, or all to whoever started it. */
export async function seenInLine(
  { processes }: Pick<Deps, 'processes'>,
  { keyValues, initiatorId, node_id: nodeId, tenant_id: tenantId, definitionId }: InboxItemRow,
  readerId: string,
): Promise<Variables> {
  if (keyValues === null) return {}
  if (initiatorId === readerId) return keyValues
  return visibleVariables(await processes.get(tenantId, definitionId), [nodeId], keyValues)
}

/**
 * A line of an inbox.
 *
 * @param seen The values of key fields that it shows.
 */
export function toTaskListItem(row: InboxItemRow, seen: Variables, readerId: string): TaskListItem {
  const instance = { id: row.instance_id, bizType: row.bizType, bizId: row.bizId }
  return {
    ...toCommon(row, readerId),
    detailUrl: row.detailUrl ?? toDetailUrl(row.detailPath, instance),
    instance: {
      ...instance,
      title: row.title,
      status: row.instanceStatus,
      round: row.instanceRound,
      initiator: { id: row.initiatorId, name: row.initiatorName },
      createdAt: row.instanceCreatedAt.toISOString(),
      ...toKeyFields(row.keyFields, seen),
    },
  }
}

/** A task with what this reader may see of the approval and do with it. */
export function toTaskView(shown: Shown, row: TaskRow, reader: TaskReader): TaskView {
  const { process, instance } = shown
  const { allowedActions, returnTargets } = offeredTo(shown, row, reader)
  const node = process.nodes.get(row.node_id)
  const returner = node?.kind === 'userTask' && node.returns.resubmit === 'returner'
  const whole = reader.administrator || instance.initiatorId === reader.userId
  const ofNode = visibleVariables(process, [row.node_id], instance.variables)
  const seen = whole ? instance.variables : ofNode
  return {
    ...toCommon(row, reader.userId),
    detailUrl: detailUrlOf(instance),
    instance: toInstanceView(instance, seen),
    candidates: row.candidate_ids.map((id, index) => ({
      id,
      name: row.candidate_names[index] ?? id,
    })),
    allowedActions,
    contentHash: contentHashOf(process, instance, row),
    attachments: attachmentsOf(instance, ofNode),
    changedSince: changedSince(process, instance.execution).flatMap(({ node: id, names }) => {
      const shown = names.filter((name) => accessOf(process, row.node_id, name) !== 'hidden')
      return shown.length === 0 ? [] : [{ node: nodeOf(process, id), names: shown }]
    }),
    fields: instance.declaredVariables.flatMap(({ name, type, label, labels, required }) => {
      const ofNode = accessOf(process, row.node_id, name)
      if (ofNode === 'hidden') return []
      const access = row.kind === 'copy' ? 'read' : ofNode
      const inEach = labels === undefined ? {} : { labels }
      return [{ name, type, label: label ?? null, ...inEach, required: required ?? false, access }]
    }),
    form: {
      returnTargets,
      comment: row.kind === 'copy' || node?.kind !== 'userTask' ? {} : node.comment,
      resubmitModes: returner ? ['rerun', 'straightBack'] : [],
      selections: row.kind === 'copy' ? [] : selectableAfter(process, row.node_id),
    },
  }
}
