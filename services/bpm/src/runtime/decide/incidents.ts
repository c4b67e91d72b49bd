// What an action raises and resolves of incidents, as the rows and events that are written with it.
import type { IncidentEvent } from '@countersign/contracts'
import { uuidv7 } from 'uuidv7'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Applied } from '../../core/engine/command.ts'
import {
  causeOfRefused,
  causeOfStuck,
  isStillOpen,
  leavesStuck,
  type NewIncident,
  type OpenIncident,
} from '../../core/incident.ts'
import type { IncidentsTable } from '../../db/incident-tables.ts'
import type { NewEvent } from '../../outbox/enqueue.ts'
import type { InstanceRow } from '../load/instances.ts'
import type { Refusal, Snapshot } from '../load/snapshot.ts'
import type { ActingParty } from './task-changes.ts'

/** The columns of a new incident, with JSON not yet text. */
export type IncidentRow = Pick<
  IncidentsTable,
  | 'tenant_id'
  | 'id'
  | 'kind'
  | 'cause'
  | 'instance_id'
  | 'biz_type'
  | 'node_id'
  | 'node_name'
  | 'task_no'
  | 'migration_id'
  | 'code'
  | 'raised_at'
> & { readonly attempts: 0; readonly parameters: NewIncident['parameters'] }

export type ResolvedRow = Pick<
  IncidentsTable,
  | 'tenant_id'
  | 'id'
  | 'instance_id'
  | 'resolved_at'
  | 'resolution'
  | 'resolved_by_id'
  | 'resolved_by_name'
  | 'reason'
>

/** What somebody did, as far as incidents tell of it. */
interface Acted {
  readonly action: string
  readonly command: Parameters<typeof causeOfRefused>[0]
  readonly actor: ActingParty
  readonly reason?: string | undefined
}

export interface IncidentRows {
  readonly raised: readonly IncidentRow[]
  readonly resolved: readonly ResolvedRow[]
}

export interface PlannedIncidents {
  readonly rows: IncidentRows
  readonly raised: readonly NewEvent[]
  readonly resolved: readonly NewEvent[]
}

/** The log's word for an administrator's attempt to free what is stuck. */
export const RETRY = 'retryIncident'

export function planIncidents(
  { instance, incidents, process }: Pick<Snapshot, 'instance' | 'incidents' | 'process'>,
  applied: Applied,
  { action, command, actor, reason }: Acted,
  at: Date,
): PlannedIncidents {
  const after = { command, process, state: applied.state, stuck: applied.stuck }
  const over = incidents.filter((one) => !isStillOpen(one, after))
  const open = new Set(incidents.filter((one) => !over.includes(one)).map(({ cause }) => cause))
  const raised = stuckIn(applied, process)
    .filter(({ cause }) => !open.has(cause))
    .map((incident) => toIncidentRow(instance, incident, at))
  const how = action === RETRY ? ('retried' as const) : ('gone' as const)
  const resolved = over.map(({ id }) =>
    toResolvedRow(instance, id, { how, actor, reason: reason ?? null, at }),
  )
  return {
    rows: { raised, resolved },
    raised: raised.map((row) => toIncidentEvent('incident.raised', toOpen(row), { actor, at })),
    resolved: over.map((one) => toIncidentEvent('incident.resolved', one, { actor, at })),
  }
}

function stuckIn({ effects }: Applied, process: CompiledProcess): NewIncident[] {
  const found = effects.flatMap((effect): NewIncident[] => {
    if (effect.kind !== 'incident') return []
    const { node, reason } = effect
    const cause = causeOfStuck(effect)
    const nodeName = process.nodes.get(node)?.name ?? node
    return [{ kind: reason, cause, nodeId: node, nodeName, code: reason, parameters: {} }]
  })
  return [...new Map(found.map((one) => [one.cause, one])).values()]
}

export function toIncidentRow(
  { tenantId, id: instanceId, bizType }: Pick<InstanceRow, 'tenantId' | 'id' | 'bizType'>,
  incident: NewIncident,
  at: Date,
): IncidentRow {
  return {
    tenant_id: tenantId,
    id: uuidv7(),
    kind: incident.kind,
    cause: incident.cause,
    instance_id: instanceId,
    biz_type: bizType,
    node_id: incident.nodeId,
    node_name: incident.nodeName,
    task_no: incident.taskNo ?? null,
    migration_id: incident.migrationId ?? null,
    code: incident.code,
    parameters: incident.parameters,
    attempts: 0,
    raised_at: at,
  }
}

interface Resolved {
  readonly how: NonNullable<IncidentsTable['resolution']>
  readonly actor: ActingParty
  readonly reason: string | null
  readonly at: Date
}

export const toResolvedRow = (
  { tenantId, id: instanceId }: Pick<InstanceRow, 'tenantId' | 'id'>,
  id: string,
  { how, actor, reason, at }: Resolved,
): ResolvedRow => ({
  tenant_id: tenantId,
  id,
  instance_id: instanceId,
  resolved_at: at,
  resolution: how,
  resolved_by_id: actor.id,
  resolved_by_name: actor.name,
  reason: how === 'gone' ? null : reason,
})

const toOpen = (row: IncidentRow): Omit<OpenIncident, 'cause'> => ({
  id: row.id,
  kind: row.kind,
  nodeId: row.node_id,
  nodeName: row.node_name,
  code: row.code,
})

export function toIncidentEvent(
  type: IncidentEvent['type'],
  { id, kind, code, nodeId, nodeName }: Omit<OpenIncident, 'cause'>,
  { actor, at }: { readonly actor: ActingParty; readonly at: Date },
): NewEvent {
  const node = nodeId === null ? {} : { nodeId, nodeName: nodeName ?? nodeId }
  const incident = { id, kind, code, ...node }
  return { occurredAt: at, actor: { id: actor.id, name: actor.name }, type, incident }
}

/** A refusal that leaves the approval stuck says what is to be told of it; any other is as it was. */
export function asStuck(
  refusal: Refusal,
  { instance, process, rows, at }: Pick<Snapshot, 'instance' | 'process' | 'rows' | 'at'>,
  { command }: Pick<Acted, 'command'>,
  { kind, code }: Pick<NewIncident, 'kind' | 'code'>,
): Refusal {
  if (refusal.problem.code !== 'bpm.process_stuck' || !leavesStuck(command)) return refusal
  const names = toNames(refusal.problem.options.members?.['names'])
  const row = 'task' in command ? rows.get(command.task) : undefined
  const nodeId = row?.node_id ?? names.find((id) => process.nodes.has(id)) ?? null
  const incident = {
    kind,
    cause: causeOfRefused(command),
    nodeId,
    nodeName: nodeId === null ? null : (process.nodes.get(nodeId)?.name ?? nodeId),
    taskNo: row?.task_no,
    code,
    parameters: {
      action: command.kind,
      names,
      ...(command.kind === 'message' ? { message: command.name } : {}),
      ...(command.kind === 'signal' ? { signal: command.name } : {}),
      ...(command.kind === 'message' && command.error !== undefined
        ? { error: command.error }
        : {}),
    },
  }
  return { ...refusal, stuck: { instance, incident, at } }
}

const toNames = (names: unknown): string[] =>
  Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
