import { randomBytes } from 'node:crypto'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { ServiceCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { findBizType } from '../../../runtime/load/biz-types.ts'
import { hashPermit, insertPermit } from './queries.ts'
import type { PermitView, StartPermitBody } from './schema.ts'

/**
 * Permits one start of a business type that the caller owns: by this initiator, with this content,
 * for a while. The permit is answered once; a replay of the request lacks it.
 *
 * @throws `bpm.biz_type_unknown` (404) also for a type of another application.
 */
export async function issuePermit(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, clientId }: ServiceCaller,
  body: StartPermitBody,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<PermitView>> {
  return inTransaction(db, (tx) =>
    once(tx, idempotency, async () => {
      const bizType = await findBizType(tx, tenantId, body.bizType)
      if (bizType?.ownerClientId !== clientId) throw problems.biz_type_unknown()
      const permit = randomBytes(32).toString('base64url')
      const at = now()
      const expiresAt = new Date(at.getTime() + body.expiresInSeconds * 1000)
      await insertPermit(tx, {
        tenant_id: tenantId,
        permit_hash: hashPermit(permit),
        biz_type: body.bizType,
        initiator_id: body.initiator,
        biz_id: body.bizId,
        content_hash: Buffer.from(body.contentHash, 'base64url'),
        expires_at: expiresAt,
        created_at: at,
      })
      const answer = { permit, expiresAt: expiresAt.toISOString() }
      return { status: 201, body: answer, secretMembers: ['permit'] }
    }),
  )
}
