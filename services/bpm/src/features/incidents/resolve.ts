import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { IncidentResolution } from '../../db/incident-tables.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { toResolvedRow } from '../../runtime/decide/incidents.ts'
import type { ActingParty } from '../../runtime/decide/task-changes.ts'
import { lockInstance } from '../../runtime/load/instances.ts'
import { nameOf } from '../../runtime/people/learn.ts'
import { resolveLocked } from '../../runtime/write/incidents.ts'
import { findIncident, type IncidentFound } from './queries.ts'
import type { IncidentView } from './schema.ts'
import { toIncidentView } from './views.ts'

/**
 * Ends an incident because somebody says that it is dealt with. The log keeps who and why.
 *
 * @throws `bpm.incident_resolved` (409) when it has ended already.
 */
export async function resolveIncident(
  deps: Pick<Deps, 'db' | 'directory' | 'now'>,
  by: UserCaller,
  { id, reason }: { readonly id: string; readonly reason: string },
  key: IdempotencyKey | undefined,
): Promise<Answer<IncidentView>> {
  const { tenantId, userId } = by
  const actor = { kind: 'user', id: userId, name: await nameOf(deps.directory, by) } as const
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const found = await findIncident(tx, { tenantId }, id)
      if (found === undefined) throw problems.not_found()
      const ended = { how: 'manual', actor, reason, at: deps.now() } as const
      if (!(await endIncident(tx, tenantId, found, ended))) throw problems.incident_resolved()
      const resolved = await findIncident(tx, { tenantId }, id)
      if (resolved === undefined) throw problems.not_found()
      return { status: 200, body: toIncidentView(resolved) }
    }),
  )
}

interface Ended {
  readonly how: IncidentResolution
  readonly actor: ActingParty
  readonly reason: string | null
  readonly at: Date
}

/** Under the lock of its instance; false when it has ended already. */
export async function endIncident(
  tx: Tx,
  tenantId: string,
  found: IncidentFound,
  ended: Ended,
): Promise<boolean> {
  if (found.rootId !== null) await lockInstance(tx, tenantId, found.rootId)
  const instance = await lockInstance(tx, tenantId, found.instanceId)
  if (instance === undefined) return false
  const row = { ...toResolvedRow(instance, found.id, ended), resolved_at: ended.at }
  return resolveLocked(tx, instance, found, row, ended.actor)
}
