import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { findDefinition, insertDefinition, takeNextVersion } from './queries.ts'
import { readContent, requireBpmn, toContentColumns } from './read-content.ts'
import type { CreateDefinitionBody, DefinitionView } from './schema.ts'
import { toDefinitionView } from './views.ts'

/** Creates a draft as the next version of its key. */
export async function createDefinition(
  { db, now, offload }: Pick<Deps, 'db' | 'now' | 'offload'>,
  { tenantId, userId }: UserCaller,
  body: CreateDefinitionBody,
  idempotencyKey: IdempotencyKey | undefined,
): Promise<Answer<DefinitionView>> {
  const bizType = await findBizType(db, tenantId, body.bizType)
  if (bizType === undefined) throw problems.biz_type_unknown()
  const document = await readContent({ offload }, tenantId, body, body, bizType.variables)
  requireBpmn(document)
  const columns = await toContentColumns(document)
  const { key, name } = body
  return inTransaction(db, async (tx) =>
    once(tx, idempotencyKey, async () => {
      const at = now()
      const version = await takeNextVersion(tx, tenantId, { key, bizType: bizType.code, at })
      if (version === undefined) throw problems.definition_key_taken()
      const id = uuidv7()
      await insertDefinition(tx, {
        tenant_id: tenantId,
        id,
        key,
        version,
        biz_type: bizType.code,
        name,
        status: 'DRAFT',
        ...columns,
        created_by: userId,
        created_at: at,
        updated_by: userId,
        updated_at: at,
      })
      const written = await findDefinition(tx, tenantId, id)
      if (written === undefined) throw new Error('the definition just written is not there')
      return { status: 201, body: toDefinitionView(written) }
    }),
  )
}
