// A permit is used by the transaction that makes the start: neither is there without the other.
//
// Kept by: services/bpm/src/features/instances/permits/permits.test.ts "makes one start of many that carry it at once"
import { contentHash } from '@countersign/service-kit/content-hash'
import { findPermitFault } from '../../../core/start-permit.ts'
import type { Tx } from '../../../db/schema.ts'
import { problems } from '../../../problems.ts'
import type { BizTypeRow } from '../../../runtime/load/biz-types.ts'
import type { Refusal } from '../../../runtime/load/snapshot.ts'
import type { PreviewBody } from '../schema.ts'
import { hashPermit, lockPermit, setPermitUsed } from './queries.ts'

/** @throws `bpm.permit_required` (403) when the business type asks for a permit and there is none. */
export function requirePermit({ start }: BizTypeRow, permit: string | undefined): void {
  if (start === 'permit' && permit === undefined) throw problems.permit_required()
}

interface Use {
  readonly permit: string
  readonly tenantId: string
  readonly initiatorId: string
  readonly content: PreviewBody
  readonly instanceId: string
  readonly at: Date
}

/** Uses a permit for a start; the refusal when it is not good for it. */
export async function usePermit(tx: Tx, use: Use): Promise<Refusal | undefined> {
  const { tenantId, initiatorId, content, instanceId, at } = use
  const { bizType, bizId, title, variables, definitionId, message } = content
  const hash = hashPermit(use.permit)
  const found = await lockPermit(tx, tenantId, hash)
  const permitted = {
    bizType,
    bizId,
    title,
    variables,
    ...(definitionId === undefined ? {} : { definitionId }),
    ...(message === undefined ? {} : { message }),
  }
  const start = { initiatorId, bizType, bizId, contentHash: contentHash(permitted) }
  const fault = findPermitFault(found, start, at)
  if (fault !== undefined) return { kind: 'refused', problem: problems[fault]() }
  await setPermitUsed(tx, tenantId, hash, instanceId)
  return undefined
}
