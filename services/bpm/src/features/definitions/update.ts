// A draft is guarded by an optimistic lock: its revision.
//
// Kept by: services/bpm/src/features/definitions/definitions.test.ts "is changed by PUT, and by the later of two only with the revision it has then"
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { findDefinition, updateDefinition, type DefinitionRow } from './queries.ts'
import { readContent, requireBpmn, toContentColumns } from './read-content.ts'
import type { UpdateDefinitionBody } from './schema.ts'

/** Replaces name and content of a draft. Of two at once the later one is told that it is stale. */
export async function updateDraft(
  { db, now, offload }: Pick<Deps, 'db' | 'now' | 'offload'>,
  { tenantId, userId }: UserCaller,
  id: string,
  { body, revision }: { body: UpdateDefinitionBody; revision: number | undefined },
): Promise<DefinitionRow> {
  const before = await findDefinition(db, tenantId, id)
  if (before === undefined) throw problems.not_found()
  if (before.status !== 'DRAFT') {
    throw problems.definition_not_draft({ members: { definitionStatus: before.status } })
  }
  if (revision !== undefined && revision !== before.revision) throw problems.revision_mismatch()
  const bizType = await findBizType(db, tenantId, before.bizType)
  const { key } = before
  const document = await readContent(
    { offload },
    tenantId,
    body,
    { key, name: body.name },
    bizType?.variables ?? [],
  )
  requireBpmn(document)
  const columns = await toContentColumns(document)
  return inTransaction(db, async (tx) => {
    const changed = await updateDefinition(tx, tenantId, before, {
      name: body.name,
      ...columns,
      updated_by: userId,
      updated_at: now(),
    })
    const written = await findDefinition(tx, tenantId, id)
    if (!changed || written === undefined) throw problems.revision_mismatch()
    return written
  })
}
