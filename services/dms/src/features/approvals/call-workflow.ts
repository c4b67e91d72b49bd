import type { BpmResult } from '../../clients/bpm-client.ts'
import type { Deps } from '../../deps.ts'
import { ensureBizType } from './biz-type.ts'
import type { BindingRow } from './queries.ts'
import { recordOutcome } from './record-outcome.ts'

/** Sends the stored bytes of a start with the user's token, and records what came of it. */
export async function startInstance(
  deps: Deps,
  binding: BindingRow,
  authorization: string,
): Promise<void> {
  await recordOutcome(deps, binding, await start(deps, binding, authorization))
}

/** As {@link startInstance}, for a returned instance. */
export async function resubmitInstance(
  deps: Deps,
  binding: BindingRow,
  authorization: string,
): Promise<void> {
  await recordOutcome(deps, binding, await resubmit(deps, binding, authorization))
}

/**
 * Repeats a call whose result is not known. That the repeat is refused (a token that has ended, a
 * permission that was taken away) says nothing of the request before it: what that one did, or that
 * it can do nothing any more, is found out first.
 */
export async function repeatCall(
  deps: Deps,
  binding: BindingRow,
  authorization: string,
): Promise<void> {
  const isStart = binding.operation === 'START'
  const result = await (isStart ? start : resubmit)(deps, binding, authorization)
  const settle = isStart ? settleStart : settleResubmission
  const settled = result.kind === 'refused' ? await settle(deps, binding, result) : result
  await recordOutcome(deps, binding, settled)
}

async function start(
  deps: Deps,
  { tenantId, operationBody }: BindingRow,
  authorization: string,
): Promise<BpmResult> {
  const registered = await ensureBizType(deps, tenantId)
  return registered === 'registered' ? deps.bpm.start(authorization, operationBody) : registered
}

/**
 * Updates the variables with the service's token, then resubmits with the user's. Both may be
 * repeated: the update has the same values, the resubmission the same key.
 */
async function resubmit(
  deps: Deps,
  binding: BindingRow,
  authorization: string,
): Promise<BpmResult> {
  const { tenantId, instanceId, operationBody, operationKey } = binding
  if (instanceId === null) throw new Error('only what was started can be resubmitted')
  const { own, given } = JSON.parse(operationBody) as ResubmitOperation
  const updated = await deps.bpm.patchVariables(tenantId, instanceId, { ...given, ...own })
  return updated.kind === 'done'
    ? deps.bpm.resubmit(authorization, instanceId, operationKey, withoutNulls(given))
    : updated
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

/** What a RESUBMIT binding keeps in `operation_body`. */
export interface ResubmitOperation {
  readonly own: Readonly<Record<string, unknown>>
  readonly given: Readonly<Record<string, unknown>>
}

// A null removes a variable in an update; in a resubmission there is nothing left to name.
function withoutNulls(variables: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(variables).filter(([, value]) => value !== null)
  return JSON.stringify(Object.fromEntries(kept))
}
