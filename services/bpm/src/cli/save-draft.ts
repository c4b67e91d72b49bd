import { contentHash } from '@countersign/service-kit/content-hash'
import { CommandFault } from '@countersign/service-kit/command-line'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Errors } from 'typebox/value'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { createDefinition } from '../features/definitions/create.ts'
import { CreateDefinitionBody } from '../features/definitions/schema.ts'
import { problems } from '../problems.ts'

const Draft = closed({ tenant: Uuid, by: Uuid, ...CreateDefinitionBody.properties })
export type Draft = Static<typeof Draft>

/**
 * Saves what was read as a draft of somebody; the same once more is the draft that is there.
 *
 * @throws CommandFault where a value is none that the interface would take.
 */
export async function saveDraft(
  deps: Pick<Deps, 'db' | 'now' | 'offload'>,
  draft: Draft,
): Promise<string> {
  const [wrong] = Errors(Draft, draft)
  if (wrong !== undefined) {
    const name = wrong.instancePath.slice(1).replace('bizType', 'biz-type')
    throw new CommandFault(`--${name} ${wrong.message}`)
  }
  const { tenant: tenantId, by: userId, ...content } = draft
  const hash = contentHash([userId, content])
  const answer = await createDefinition(deps, { tenantId, userId, permissions: [] }, content, {
    tenantId,
    caller: `bpm import:${userId}`,
    key: hash.toString('hex'),
    requestHash: hash,
    conflict: () => problems.idempotency_conflict(),
  })
  return answer.body.id
}
