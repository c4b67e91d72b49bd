// One published version of a key at a time: publishing locks the row of the key.
//
// Kept by: services/bpm/src/features/definitions/definitions.test.ts "happens once when it is asked for eight times at once"
// Kept by: services/bpm/src/features/definitions/definitions.test.ts "leaves one published version of a key when two are published at once"
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { planListeners } from './listeners.ts'
import { findOuterProblems } from './outer-problems.ts'
import { planSchedules } from './schedules.ts'
import {
  findDefinition,
  lockKey,
  retirePublished,
  updateDefinition,
  type DefinitionRow,
} from './queries.ts'
import { readContent } from './read-content.ts'
import type { DefinitionView } from './schema.ts'
import { toDefinitionView } from './views.ts'

/**
 * Publishes a draft that has no problems: from now on approvals start on it. The version of the key
 * that was published before is retired; what runs on it stays there.
 */
export async function publishDefinition(
  deps: Pick<Deps, 'db' | 'now' | 'processes' | 'offload'>,
  { tenantId, userId }: UserCaller,
  id: string,
  request: { revision: number | undefined; idempotencyKey: IdempotencyKey | undefined },
): Promise<Answer<DefinitionView>> {
  const { db, now } = deps
  const draft = await findDefinition(db, tenantId, id)
  if (draft === undefined) throw problems.not_found()
  const { found, process } = await findAllProblems(deps, tenantId, draft)
  return inTransaction(db, async (tx) =>
    once(tx, request.idempotencyKey, async () => {
      await lockKey(tx, tenantId, draft.key)
      const current = await findDefinition(tx, tenantId, id)
      if (current === undefined) throw problems.not_found()
      if (current.status !== 'DRAFT') {
        throw problems.definition_wrong_status({ members: { definitionStatus: current.status } })
      }
      const expected = request.revision ?? current.revision
      // What was looked at must be what is published: a draft may have changed since it was read.
      if (expected !== current.revision || draft.revision !== current.revision) {
        throw problems.revision_mismatch()
      }
      if (found.length > 0) throw problems.definition_invalid({ members: { problems: found } })
      const at = now()
      await retirePublished(tx, tenantId, current.key, { userId, at })
      const published = await updateDefinition(tx, tenantId, current, {
        status: 'PUBLISHED',
        published_by: userId,
        published_at: at,
        updated_by: userId,
        updated_at: at,
      })
      const written = await findDefinition(tx, tenantId, id)
      if (!published || written === undefined) throw problems.revision_mismatch()
      if (process !== undefined) {
        await planSchedules(tx, tenantId, process, { ...written, at })
        await planListeners(tx, tenantId, process, { ...written, at })
      }
      return { status: 200, body: toDefinitionView(written) }
    }),
  )
}

async function findAllProblems(
  deps: Pick<Deps, 'db' | 'processes' | 'offload'>,
  tenantId: string,
  { bpmnXml, key, bizType }: DefinitionRow,
): Promise<{
  readonly found: readonly DefinitionProblem[]
  readonly process: CompiledProcess | undefined
}> {
  const declared = await findBizType(deps.db, tenantId, bizType)
  if (declared === undefined) throw new Error(`${bizType} is no business type`)
  const { variables } = declared
  const content = { bpmnXml }
  const { process, problems: own } = await readContent(deps, tenantId, content, { key }, variables)
  if (process === undefined) return { found: own, process }
  const outer = await findOuterProblems(deps, tenantId, process, declared)
  return { found: [...own, ...outer], process }
}
