// Incidents that no action of the approval raises or resolves: under its row lock, with an entry of the log.
import { sql } from 'kysely'
import type { NewIncident, OpenIncident } from '../../core/incident.ts'
import type { Database, Tx } from '../../db/schema.ts'
import { toIncidentEvent, toIncidentRow, type ResolvedRow } from '../decide/incidents.ts'
import type { ActingParty } from '../decide/task-changes.ts'
import { lockInstance, type InstanceRow } from '../load/instances.ts'
import type { StuckAction } from '../load/snapshot.ts'
import { appendAction, tell } from './locked.ts'
import { backOff, inUnitOfWork } from './transaction.ts'

/** Of a deadlock, as in the kit's transactions. */
const MOST_ATTEMPTS = 5

/** Who raises what nobody did. */
const service: ActingParty = { kind: 'service', id: 'bpm', name: 'Workflow' }

/** Raises an incident of a locked instance, unless one of the same cause is open. */
export async function raiseLocked(
  tx: Tx,
  instance: InstanceRow,
  incident: NewIncident,
  at: Date,
): Promise<void> {
  const row = toIncidentRow(instance, incident, at)
  const raised = await tx
    .insertInto('incidents')
    .values({ ...row, parameters: JSON.stringify(row.parameters) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (raised === undefined) return
  const { kind, code, nodeId, nodeName } = incident
  const details = { incident: { id: row.id, kind, code, node: nodeId } }
  await appendAction(tx, instance, { action: 'raiseIncident', actor: service, at, details })
  const told = { id: row.id, kind, code, nodeId, nodeName }
  await tell(tx, instance, [toIncidentEvent('incident.raised', told, { actor: service, at })])
}

/**
 * Raises what an action was refused for. Not when the approval has moved on since: whoever is refused
 * then says so anew.
 */
export async function raiseRefused(
  db: Database,
  { instance: seen, incident, at }: StuckAction,
): Promise<void> {
  const { tenantId, id, rootId, lockVersion } = seen
  for (let attempt = 1; ; attempt++) {
    const outcome = await inUnitOfWork(db, async (tx) => {
      if (rootId !== null) await lockInstance(tx, tenantId, rootId)
      const instance = await lockInstance(tx, tenantId, id)
      if (instance?.lockVersion === lockVersion) await raiseLocked(tx, instance, incident, at)
      return { kind: 'written' } as const
    })
    if (outcome.kind === 'written') return
    if (attempt === MOST_ATTEMPTS) throw outcome.error
    await backOff(attempt)
  }
}

/** Ends an incident of a locked instance; false when somebody else has. */
export async function resolveLocked(
  tx: Tx,
  instance: InstanceRow,
  incident: OpenIncident,
  row: ResolvedRow & { readonly resolved_at: Date },
  actor: ActingParty,
): Promise<boolean> {
  const { resolution, resolved_at: at, resolved_by_id, resolved_by_name, reason } = row
  // The lane of a delivery does not wait for what somebody has said about it. Before the incident, as
  // who gives a lane back locks them.
  if (incident.kind === 'delivery_blocked') await forgetOfLane(tx, instance, incident)
  const resolved = await tx
    .updateTable('incidents')
    .set({ resolution, resolved_at: at, resolved_by_id, resolved_by_name, reason })
    .where('tenant_id', '=', instance.tenantId)
    .where('id', '=', incident.id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (resolved === undefined) return false
  const { id, kind, code } = incident
  const details = { incident: { id, kind, code, node: incident.nodeId, resolution } }
  const said = reason === null ? {} : { reason }
  await appendAction(tx, instance, { action: 'resolveIncident', actor, at, details, ...said })
  await tell(tx, instance, [toIncidentEvent('incident.resolved', incident, { actor, at })])
  return true
}

const forgetOfLane = (tx: Tx, { tenantId, id }: InstanceRow, incident: OpenIncident) =>
  sql`
    update delivery_lanes set incident_id = null
    where tenant_id = ${tenantId} and instance_id = ${id}
      and incident_id = ${incident.id}`.execute(tx)
