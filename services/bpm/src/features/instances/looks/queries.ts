import type { Insertable } from 'kysely'
import type { LastLooksTable } from '../../../db/last-look-tables.ts'
import type { Db, Tx } from '../../../db/schema.ts'

/** Whose looks, at what. */
export interface Looking {
  readonly tenantId: string
  readonly instanceId: string
  readonly userId: string
}

/** What somebody did last that puts their name to the content: the entry of the log. */
export async function findLastWord(db: Db, { tenantId, instanceId, userId }: Looking) {
  const found = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('actor_id', '=', userId)
    .where('action', 'in', words)
    .select(['sequence', 'at', 'round', 'action'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const action = words.find((word) => word === found?.action)
  return found && action && { ...found, action }
}

const words = ['start', 'resubmit', 'approve', 'reject', 'return'] as const

const look = [
  'sequence',
  'looked_at as lookedAt',
  'sequence_before as sequenceBefore',
  'looked_at_before as lookedAtBefore',
] as const

export function findLook(db: Db, { tenantId, instanceId, userId }: Looking) {
  return db
    .selectFrom('last_looks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .select(look)
    .executeTakeFirst()
}

/** The same under the row lock, for two windows that look at once. */
export function lockLook(tx: Tx, { tenantId, instanceId, userId }: Looking) {
  return tx
    .selectFrom('last_looks')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .select(look)
    .forUpdate()
    .executeTakeFirst()
}

/** Answers whether it was the first. */
export async function insertFirstLook(
  tx: Tx,
  { tenantId, instanceId, userId }: Looking,
  { sequence, at }: { readonly sequence: number; readonly at: Date },
): Promise<boolean> {
  const first = {
    tenant_id: tenantId,
    instance_id: instanceId,
    user_id: userId,
    sequence,
    looked_at: at,
  }
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('last_looks')
    .values(first)
    .onConflict((conflict) => conflict.constraint('last_looks_pkey').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function updateLook(
  tx: Tx,
  { tenantId, instanceId, userId }: Looking,
  values: Omit<Insertable<LastLooksTable>, 'tenant_id' | 'instance_id' | 'user_id'>,
): Promise<void> {
  await tx
    .updateTable('last_looks')
    .set(values)
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .execute()
}

/** The round that an entry of the log is of. */
export async function findRound(
  db: Db,
  { tenantId, instanceId }: Looking,
  sequence: number,
): Promise<number> {
  const { round } = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('sequence', '=', sequence)
    .select('round')
    .executeTakeFirstOrThrow()
  return round
}
