import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../db/schema.ts'

/** Start events of published processes that begin by a signal: of one process, locked, so no signal is gone through meanwhile. */
export function lockListeners(tx: Tx, tenantId: string, definitionKey: string) {
  return tx
    .selectFrom('signal_listeners')
    .where('tenant_id', '=', tenantId)
    .where('definition_key', '=', definitionKey)
    .select(['id', 'node_id as nodeId', 'name'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

interface Listener {
  readonly nodeId: string
  readonly name: string
}

interface Published {
  readonly id: string
  readonly key: string
  readonly bizType: string
}

/** From now on signals of these names start approvals of the process. */
export async function insertListeners(
  tx: Tx,
  tenantId: string,
  { id: definitionId, key, bizType }: Published,
  listeners: readonly Listener[],
): Promise<void> {
  await tx
    .insertInto('signal_listeners')
    .values(
      listeners.map(({ nodeId, name }) => ({
        tenant_id: tenantId,
        id: uuidv7(),
        definition_key: key,
        node_id: nodeId,
        name,
        definition_id: definitionId,
        biz_type: bizType,
      })),
    )
    .execute()
}

/** Another version of the process goes on with them, and with what is still to be started: what was tried is over. */
export async function handOverListeners(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  definition: Omit<Published, 'key'>,
): Promise<void> {
  await tx
    .updateTable('signal_listeners')
    .set({ definition_id: definition.id, biz_type: definition.bizType })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
  await openOf(tx, tenantId, ids).set(untried).execute()
}

/** Nothing begins by them any more: what is still to be started is missed. */
export async function deleteListeners(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await openOf(tx, tenantId, ids)
    .set({ ...untried, outcome: 'missed', settled_at: at })
    .execute()
  await tx
    .deleteFrom('signal_listeners')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
}

const untried = {
  lease_id: null,
  leased_until: null,
  attempts: 0,
  failed_at: null,
  code: null,
  error: null,
} as const

const openOf = (tx: Tx, tenantId: string, listeners: readonly string[]) =>
  tx
    .updateTable('signal_starts')
    .where('tenant_id', '=', tenantId)
    .where('listener_id', 'in', listeners)
    .where('outcome', 'is', null)

interface Thrown {
  readonly id: string
  readonly position: string
  readonly name: string
  readonly originId: string
  readonly clientId: string | null
}

/**
 * Queues a start for each event that has listened since before the signal was thrown, but for one that a signal of the
 * same origin has started at. Waits for whoever publishes or retires: a listener that goes is not queued for. Of an
 * application those of its business types.
 */
export async function queueStarts(
  tx: Tx,
  tenantId: string,
  { id: signalId, position, name, originId, clientId }: Thrown,
  at: Date,
): Promise<number> {
  const owned =
    clientId === null
      ? sql``
      : sql`and exists (
          select from biz_types as biz_type
          where biz_type.tenant_id = listener.tenant_id and biz_type.code = listener.biz_type
            and biz_type.owner_client_id = ${clientId})`
  const { rows: listening } = await sql<{ id: string }>`
    select id from signal_listeners as listener
    where tenant_id = ${tenantId} and name = ${name} and position < ${position} ${owned}
    order by id for key share`.execute(tx)
  if (listening.length === 0) return 0
  const queued = await tx
    .insertInto('signal_starts')
    .values(
      listening.map(({ id: listenerId }) => ({
        tenant_id: tenantId,
        id: uuidv7(),
        signal_id: signalId,
        listener_id: listenerId,
        origin_id: originId,
        queued_at: at,
      })),
    )
    .onConflict((conflict) => conflict.constraint('signal_starts_once').doNothing())
    .returning('id')
    .execute()
  return queued.length
}

const selectOpen = (db: Db, tenantId: string) =>
  db
    .selectFrom('signal_starts as start')
    .innerJoin('signal_listeners as listener', (join) =>
      join
        .onRef('listener.tenant_id', '=', 'start.tenant_id')
        .onRef('listener.id', '=', 'start.listener_id'),
    )
    .innerJoin('definitions as definition', (join) =>
      join
        .onRef('definition.tenant_id', '=', 'listener.tenant_id')
        .onRef('definition.id', '=', 'listener.definition_id'),
    )
    .innerJoin('signals as signal', (join) =>
      join
        .onRef('signal.tenant_id', '=', 'start.tenant_id')
        .onRef('signal.id', '=', 'start.signal_id'),
    )
    .where('start.tenant_id', '=', tenantId)
    .select([
      'start.id as id',
      'start.signal_id as signalId',
      'signal.name as signalName',
      'signal.thrown_at as thrownAt',
      'listener.node_id as nodeId',
      'listener.biz_type as bizType',
      'definition.id as definitionId',
      'definition.key as definitionKey',
      'definition.version as definitionVersion',
      'definition.name as definitionName',
      'start.outcome as outcome',
      'start.instance_id as instanceId',
      'start.attempts as attempts',
      'start.failed_at as failedAt',
      'start.code as code',
      'start.error as error',
    ])

export type SignalStartFound = NonNullable<Awaited<ReturnType<typeof findSignalStart>>>

/** One of a process that still begins by the signal. */
export const findSignalStart = (db: Db, tenantId: string, id: string) =>
  selectOpen(db, tenantId).where('start.id', '=', id).executeTakeFirst()

/** Gives up one that fails, whoever holds a lease, and answers what it was; undefined where it does not fail any more. */
export async function passOverStart(
  tx: Tx,
  tenantId: string,
  id: string,
  at: Date,
): Promise<SignalStartFound | undefined> {
  await tx
    .selectFrom('signal_starts')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute()
  const found = await findSignalStart(tx, tenantId, id)
  if (found === undefined || found.outcome !== null || found.failedAt === null) return undefined
  await tx
    .updateTable('signal_starts')
    .set({ ...untried, outcome: 'skipped', settled_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  return found
}

export interface SignalStartFilter {
  readonly bizType?: string
  readonly definitionKey?: string
  readonly state?: 'waiting' | 'failing'
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** Those that are still to be made, newest first: ids are UUIDv7, so they sort by time. */
export function listSignalStarts(db: Db, tenantId: string, filter: SignalStartFilter) {
  const { bizType, definitionKey, state, beforeId, limit } = filter
  let query = selectOpen(db, tenantId)
    .where('start.outcome', 'is', null)
    .orderBy('start.id', 'desc')
    .limit(limit)
  if (bizType !== undefined) query = query.where('listener.biz_type', '=', bizType)
  if (definitionKey !== undefined)
    query = query.where('listener.definition_key', '=', definitionKey)
  if (beforeId !== undefined) query = query.where('start.id', '<', beforeId)
  if (state === 'failing') query = query.where('start.failed_at', 'is not', null)
  if (state === 'waiting') query = query.where('start.failed_at', 'is', null)
  return query.execute()
}
