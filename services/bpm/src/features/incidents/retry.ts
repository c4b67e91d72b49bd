// An administrator tries again what is stuck: each kind in its own way.
import {
  findAnswer,
  once,
  type Answer,
  type IdempotencyKey,
} from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { nameOf } from '../../runtime/people/learn.ts'
import { findDelivery } from '../deliveries/queries.ts'
import { rewindLane } from '../deliveries/rewind-queries.ts'
import { findMigration } from '../migrations/queries.ts'
import { lookAgain, takeTurn, wouldGoOn, type Attempt, type RetryDeps } from './attempts.ts'
import { countAttempt, findIncident, type IncidentFound } from './queries.ts'
import { endIncident } from './resolve.ts'
import type { IncidentView } from './schema.ts'
import { toIncidentView } from './views.ts'

/** Moves one approval to another definition, as features/migrations does it. */
export type Migrate = (
  deps: RetryDeps,
  by: UserCaller,
  request: {
    readonly instanceId: string
    readonly body: {
      readonly definitionId: string
      readonly nodes: Readonly<Record<string, string>>
      readonly reason: string
    }
    readonly revision: undefined
  },
  key: undefined,
) => Promise<unknown>

/**
 * Tries again, and answers with the incident: resolved when that has led anywhere. A delivery goes out
 * later; its incident ends when the receiver has taken the event.
 *
 * @throws `bpm.incident_resolved`, `bpm.incident_persists` (409), `bpm.migration_pruned` (410), or what the attempt was refused with.
 */
export async function retryIncident(
  deps: RetryDeps,
  migrate: Migrate,
  by: UserCaller,
  id: string,
  key: IdempotencyKey | undefined,
): Promise<Answer<IncidentView>> {
  const { db } = deps
  const { tenantId } = by
  const earlier = key && (await findAnswer<Schema, IncidentView>(db, key))
  if (earlier !== undefined) return earlier
  const incident = await findIncident(db, { tenantId }, id)
  if (incident === undefined) throw problems.not_found()
  if (incident.resolvedAt !== null) throw problems.incident_resolved()
  // Where nothing is left that could be tried, nothing counts as tried.
  if (incident.kind === 'migration_refused') await getRun(db, tenantId, incident)
  if (!(await countAttempt(db, tenantId, id))) throw problems.incident_resolved()
  const name = await nameOf(deps.directory, by)
  await attempt({ deps, by: { ...by, name }, incident }, migrate)
  const after = await findIncident(db, { tenantId }, id)
  if (after === undefined) throw problems.not_found()
  const body = toIncidentView(after)
  return inTransaction(db, (tx) => once(tx, key, async () => ({ status: 200, body })))
}

async function attempt(given: Attempt, migrate: Migrate): Promise<void> {
  const { incident } = given
  switch (incident.kind) {
    case 'nobody_found':
    case 'nobody_to_escalate_to':
    case 'join_waits_forever':
      return lookAgain(given, { node: incident.nodeId ?? '', reason: incident.kind })
    case 'no_way_on':
    case 'call_failed':
      if (incident.cause.startsWith('timer ')) {
        return takeTurn(given, Number(incident.cause.slice('timer '.length)))
      }
      await wouldGoOn(given)
      return end(given)
    case 'delivery_blocked':
      return sendAgain(given)
    case 'migration_refused':
      return migrateAgain(given, migrate)
  }
}

/** What only its person can do is for them; an administrator finds out that they can now. */
async function end({ deps, by, incident }: Attempt): Promise<void> {
  const actor = { kind: 'user', id: by.userId, name: by.name } as const
  const ended = { how: 'retried', actor, reason: null, at: deps.now() } as const
  await inTransaction(deps.db, (tx) => endIncident(tx, by.tenantId, incident, ended))
}

async function sendAgain({ deps, by: { tenantId }, incident }: Attempt): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const event = await findDelivery(tx, { tenantId }, incident.eventId ?? '')
    if (event === undefined) throw problems.events_pruned()
    await rewindLane(tx, tenantId, event)
  })
}

async function migrateAgain({ deps, by, incident }: Attempt, migrate: Migrate): Promise<void> {
  const run = await getRun(deps.db, by.tenantId, incident)
  const body = { definitionId: run.toDefinitionId, nodes: run.nodes, reason: run.reason }
  const request = { instanceId: incident.instanceId, body, revision: undefined }
  await migrate(deps, by, request, undefined)
}

async function getRun(db: Db, tenantId: string, { migrationId }: IncidentFound) {
  const run = await findMigration(db, tenantId, migrationId ?? '')
  if (run === undefined) throw problems.migration_pruned()
  return run
}
