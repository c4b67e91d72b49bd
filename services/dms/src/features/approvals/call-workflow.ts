import { contentHash } from '@countersign/service-kit/content-hash'
import type { BpmResult } from '../../clients/bpm.ts'
import type { Deps } from '../../deps.ts'
import type { UserCredentials } from '../../http/user-credentials.ts'
import { ensureBizType } from './biz-type.ts'
import type { BindingRow } from './queries.ts'
import { recordOutcome } from './record-outcome.ts'
import { readOperation } from './version-queries.ts'

// As long as the call after it may take.
const PERMIT_SECONDS = 60

/** Sends the stored start with the user's token, and records what came of it. */
export async function startInstance(
  deps: Deps,
  binding: BindingRow,
  user: UserCredentials,
): Promise<void> {
  await recordOutcome(deps, binding, await start(deps, binding, user))
}

/** As {@link startInstance}, for a returned instance. */
export async function resubmitInstance(
  deps: Deps,
  binding: BindingRow,
  user: UserCredentials,
): Promise<void> {
  await recordOutcome(deps, binding, await resubmit(deps, binding, user))
}

/**
 * Repeats a call whose result is not known. That the repeat is refused (a token that has ended, a
 * permission that was taken away) says nothing of the request before it: what that one did, or that
 * it can do nothing any more, is found out first.
 */
export async function repeatCall(
  deps: Deps,
  binding: BindingRow,
  user: UserCredentials,
): Promise<void> {
  const isStart = binding.operation === 'START'
  const result = await (isStart ? start : resubmit)(deps, binding, user)
  const settle = isStart ? settleStart : settleResubmission
  const settled = result.kind === 'refused' ? await settle(deps, binding, result) : result
  await recordOutcome(deps, binding, settled)
}

/**
 * Permits the stored start, then makes it. Both may be repeated: a permit that nobody used ends by
 * itself, and a start that was made before is found by its key whatever permit comes with it.
 */
async function start(
  deps: Deps,
  { tenantId, initiatorId, operationBody }: BindingRow,
  user: UserCredentials,
): Promise<BpmResult> {
  const registered = await ensureBizType(deps, tenantId)
  if (registered !== 'registered') return registered
  const request = JSON.parse(operationBody) as StartOperation
  const { idempotencyKey: _, ...content } = request
  const permit = {
    initiator: initiatorId,
    bizType: content.bizType,
    bizId: content.bizId,
    contentHash: contentHash(content).toString('base64url'),
    expiresInSeconds: PERMIT_SECONDS,
  }
  let permitted = await deps.bpm.permitStart(tenantId, permit)
  // It was restored to before it knew of the type.
  if (permitted.kind === 'refused' && permitted.problem['code'] === 'bpm.biz_type_unknown') {
    const again = await ensureBizType(deps, tenantId, { force: true })
    if (again !== 'registered') return again
    permitted = await deps.bpm.permitStart(tenantId, permit)
  }
  if (permitted.kind !== 'permitted') return permitted
  return deps.bpm.start(user, JSON.stringify({ ...request, permit: permitted.permit }))
}

/**
 * Updates the variables with the service's token, then resubmits with the user's. Both may be
 * repeated: the resubmission has the same key, and the update counts for the instance as it was read,
 * while it is returned. So one that arrives late changes nothing of what goes round by then, also where
 * an administrator has put it there in the same round.
 */
async function resubmit(
  deps: Deps,
  binding: BindingRow,
  user: UserCredentials,
): Promise<BpmResult> {
  const { tenantId, instanceId, round, operationKey } = binding
  if (instanceId === null) throw new Error('only what was started can be resubmitted')
  const { own, given } = readOperation(binding)
  const found = await deps.bpm.findById(tenantId, instanceId)
  if (typeof found === 'string') return unknown('the instance is not found')
  if (found.round <= (round ?? 0)) {
    if (found.status !== 'RETURNED') return notReturned
    const updated = await deps.bpm.patchVariables(tenantId, found, { ...given, ...own })
    if (updated.kind !== 'done') return updated
  }
  return deps.bpm.resubmit(user, instanceId, operationKey, withoutNulls(given))
}

const notReturned: BpmResult = {
  kind: 'refused',
  problem: { code: 'dms.approval_not_returned', title: 'The approval is not returned' },
}

/** Fenced, the key starts nothing however late a request with it arrives. */
async function settleStart(
  deps: Deps,
  { tenantId, initiatorId, operationKey }: BindingRow,
  refusal: BpmResult,
): Promise<BpmResult> {
  const found = await deps.bpm.fence(tenantId, initiatorId, operationKey)
  if (found === 'none') return refusal
  return found === 'unknown' ? unknown('the key is not fenced') : { kind: 'done', instance: found }
}

async function settleResubmission(
  deps: Deps,
  binding: BindingRow,
  refusal: BpmResult,
): Promise<BpmResult> {
  const asked = await askResubmitted(deps, binding)
  return asked === 'not yet' ? refusal : asked
}

/** Whether a resubmission has happened: it shows in the round; before it, all looks as it did. */
export async function askResubmitted(
  deps: Pick<Deps, 'bpm'>,
  { tenantId, instanceId, round }: BindingRow,
): Promise<BpmResult | 'not yet'> {
  const found = await deps.bpm.findById(tenantId, instanceId ?? '')
  if (typeof found === 'string') return unknown('the instance is not found')
  return found.round > (round ?? 0) ? { kind: 'done', instance: found } : 'not yet'
}

export const unknown = (reason: string): BpmResult => ({ kind: 'unknown', reason })

/** What a START binding keeps in `operation_body`: the start as it is sent, without its permit. */
export interface StartOperation {
  readonly bizType: string
  readonly bizId: string
  readonly title: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly definitionId?: string
  readonly idempotencyKey: string
}

// A null removes a variable in an update; in a resubmission there is nothing left to name.
function withoutNulls(variables: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(variables).filter(([, value]) => value !== null)
  return JSON.stringify(Object.fromEntries(kept))
}
