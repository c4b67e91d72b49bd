// Bindings against the approvals of the workflow service: either may be of an earlier moment.
import type { ReconcileReport } from '@countersign/service-kit/reconcile'
import type { BpmInstance } from '../../clients/bpm.ts'
import type { Deps } from '../../deps.ts'
import { type BindingRow, findBinding, isEndedBeside } from '../approvals/queries.ts'
import type { Found, Wanted } from './found.ts'
import { giveUpLost } from './give-up.ts'
import { FIRST_ID, listBindingIds } from './queries.ts'

const BINDINGS_AT_ONCE = 100
const ENDED: ReadonlySet<string> = new Set(['APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'])

export async function reconcileBindings(
  deps: Deps,
  report: ReconcileReport,
  tenantId: string,
  { repair, since }: Wanted,
): Promise<void> {
  let afterId = FIRST_ID
  for (;;) {
    const page = { afterId, since, limit: BINDINGS_AT_ONCE }
    const ids = await listBindingIds(deps.db, tenantId, page)
    for (const id of ids) {
      const binding = await findBinding(deps.db, tenantId, id)
      // Another command may have ended it since it was listed.
      if (binding === undefined || binding.status === 'FAILED') continue
      report.count('bindings with their approvals')
      const found = await compare(deps, binding, repair)
      if (found !== undefined) report.add({ ...found, tenantId, id })
    }
    const last = ids.at(-1)
    if (last === undefined) return
    afterId = last
  }
}

async function compare(
  deps: Deps,
  binding: BindingRow,
  repair: boolean,
): Promise<Found | undefined> {
  const { tenantId, instanceId, versionId, status } = binding
  const instance = await deps.bpm.findById(tenantId, instanceId ?? '')
  if (instance === 'unknown') {
    const text = `approval ${instanceId} was not compared: the workflow service gave no answer; run this again`
    return { kind: 'workflow_unanswered', outcome: 'unanswered', text }
  }
  if (status === 'CLOSED') return compareClosed(binding, instance)
  if (instance === 'none') {
    const text = `the workflow service does not know approval ${instanceId} of version ${versionId}: the version becomes a draft, and has to be submitted again`
    if (!repair) return { kind: 'approval_lost', outcome: 'repairable', text }
    return giveUpLost(deps, binding, text)
  }
  if (!isBehind(binding, instance)) return undefined
  const what = `approval ${instanceId} of version ${versionId} is ${instance.status} in round ${instance.round}, and here it is ${status}: its events are sent again`
  if (!repair) return { kind: 'events_missing', outcome: 'repairable', text: what }
  if (await deps.bpm.redeliver(tenantId, instance.id)) {
    return { kind: 'events_missing', outcome: 'repaired', text: what }
  }
  const text = `${what.replace(': its events are sent again', '')}: its events cannot be sent again`
  return { kind: 'events_missing', outcome: 'undecided', text }
}

const isBehind = (binding: BindingRow, { status, round }: BpmInstance): boolean =>
  !isEndedBeside(binding) && (ENDED.has(status) || round > (binding.round ?? 1))

/** What was decided here stays: whether the decision stands only people know. */
function compareClosed(
  { instanceId, versionId }: BindingRow,
  instance: BpmInstance | 'none',
): Found | undefined {
  const decided = `version ${versionId} was decided about by approval ${instanceId}`
  if (instance === 'none') {
    const text = `${decided}, which the workflow service does not know any more: the filed record and the audit here are what is left of it`
    return { kind: 'decision_unknown', outcome: 'undecided', text }
  }
  if (ENDED.has(instance.status)) return undefined
  const text = `${decided}, which is ${instance.status} again: have it decided again, or terminate it; the version stays as it was decided`
  return { kind: 'decision_open_again', outcome: 'undecided', text }
}
