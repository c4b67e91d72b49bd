import type { Tx } from '../../db/schema.ts'

export interface StartKey {
  readonly tenantId: string
  readonly initiatorId: string
  readonly idempotencyKey: string
}

/**
 * Takes a start key, for an instance or to fence it; false when it is taken. Waits for a concurrent
 * taker of the same key to commit or roll back.
 */
export async function takeStartKey(
  tx: Tx,
  key: StartKey,
  use: ({ instanceId: string; requestHash: Buffer } | { fencedBy: string }) & { at: Date },
): Promise<boolean> {
  const used = 'instanceId' in use
  const taken = await tx
    .insertInto('start_keys')
    .values({
      tenant_id: key.tenantId,
      initiator_id: key.initiatorId,
      idempotency_key: key.idempotencyKey,
      request_hash: used ? use.requestHash : null,
      instance_id: used ? use.instanceId : null,
      fenced_by: used ? null : use.fencedBy,
      created_at: use.at,
    })
    .onConflict((conflict) => conflict.constraint('start_keys_pkey').doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  return taken !== undefined
}
