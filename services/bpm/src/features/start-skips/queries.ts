import { uuidv7 } from 'uuidv7'
import type { Db, Tx } from '../../db/schema.ts'

/** A start that could not be made, and that is passed over. */
interface Skipped {
  readonly definitionId: string
  readonly definitionKey: string
  readonly nodeId: string
  /** The moment that it was due at, or of the signal. */
  readonly dueAt: Date
  /** Of a start by a signal. */
  readonly signalId: string | null
  readonly attempts: number
  readonly code: string | null
  readonly error: string | null
}

/** Who passed over it, and why. */
interface SkippedBy {
  readonly userId: string
  readonly name: string
  readonly reason: string
  readonly at: Date
}

/** Written in the transaction that passes over the start. */
export async function insertSkip(
  tx: Tx,
  tenantId: string,
  skipped: Skipped,
  { userId, name, reason, at }: SkippedBy,
): Promise<void> {
  await tx
    .insertInto('start_skips')
    .values({
      tenant_id: tenantId,
      id: uuidv7(),
      definition_id: skipped.definitionId,
      definition_key: skipped.definitionKey,
      node_id: skipped.nodeId,
      due_at: skipped.dueAt,
      signal_id: skipped.signalId,
      attempts: skipped.attempts,
      code: skipped.code ?? '',
      error: skipped.error ?? '',
      reason,
      skipped_by: userId,
      skipped_by_name: name,
      skipped_at: at,
    })
    .execute()
}

/** Newest first: ids are UUIDv7, so they sort by time. */
export function listSkips(db: Db, tenantId: string, before: string | undefined, limit: number) {
  const all = db
    .selectFrom('start_skips')
    .where('tenant_id', '=', tenantId)
    .select([
      'id',
      'definition_id as definitionId',
      'definition_key as definitionKey',
      'node_id as nodeId',
      'due_at as dueAt',
      'signal_id as signalId',
      'attempts',
      'code',
      'error',
      'reason',
      'skipped_by as skippedBy',
      'skipped_by_name as skippedByName',
      'skipped_at as skippedAt',
    ])
  const from = before === undefined ? all : all.where('id', '<', before)
  return from.orderBy('id', 'desc').limit(limit).execute()
}

export type SkipRow = Awaited<ReturnType<typeof listSkips>>[number]
