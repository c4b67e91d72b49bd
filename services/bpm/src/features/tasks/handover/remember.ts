import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Database } from '../../../db/schema.ts'
import type { HandoverView } from '../schema.ts'

/** Keeps what came of a handover, which was carried out task by task, under its key; of two at once the first one's answer counts. */
export const rememberHandover = (
  db: Database,
  key: IdempotencyKey | undefined,
  body: HandoverView,
): Promise<Answer<HandoverView>> =>
  inTransaction(db, (tx) => once(tx, key, async () => ({ status: 200, body })))
