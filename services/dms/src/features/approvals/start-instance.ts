import type { BpmResult } from '../../bpm-client.ts'
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
  const registered = await ensureBizType(deps, binding.tenantId)
  const result: BpmResult =
    registered === 'registered'
      ? await deps.bpm.start(authorization, binding.operationBody)
      : registered
  await recordOutcome(deps, binding, result)
}

/**
 * Updates the variables with the service's token, then resubmits with the user's. Both may be
 * repeated: the update has the same values, the resubmission the same key.
 */
export async function resubmitInstance(
  deps: Deps,
  binding: BindingRow,
  authorization: string,
): Promise<void> {
  const { tenantId, instanceId, operationBody, operationKey } = binding
  if (instanceId === null) throw new Error('only what was started can be resubmitted')
  const { own, given } = JSON.parse(operationBody) as ResubmitOperation
  const updated = await deps.bpm.patchVariables(tenantId, instanceId, { ...given, ...own })
  const result =
    updated.kind === 'done'
      ? await deps.bpm.resubmit(authorization, instanceId, operationKey, withoutNulls(given))
      : updated
  await recordOutcome(deps, binding, result)
}

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
