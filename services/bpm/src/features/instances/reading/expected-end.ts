import { inSnapshot } from '@countersign/service-kit/transaction'
import { FEWEST_APPROVALS, foretell, PAST_DAYS } from '../../../core/forecast.ts'
import { FEWEST_PEOPLE } from '../../../core/workload.ts'
import type { Deps } from '../../../deps.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import { listOpenSteps, listVisits } from '../../statistics/forecast-queries.ts'
import type { Reader } from '../access.ts'
import type { ExpectedEndView } from '../schema.ts'

const dayMs = 86_400_000
const mostApprovals = 1_000

/**
 * When a running approval will probably be decided, by the decided ones of its process. Who may not see statistics is
 * told nothing that fewer than five people decided.
 */
export async function expectEnd(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { permissions }: Reader,
  instance: InstanceRow,
): Promise<ExpectedEndView> {
  const none = { expectedEnd: null, fewestApprovals: FEWEST_APPROVALS }
  if (instance.status !== 'RUNNING') return { ...none, reason: 'not_running' }
  const { tenantId, definitionKey } = instance
  const at = now()
  const since = new Date(at.getTime() - PAST_DAYS * dayMs)
  const { visits, steps } = await inSnapshot(db, async (tx) => ({
    visits: await listVisits(tx, tenantId, { definitionKey, since, most: mostApprovals }),
    steps: await listOpenSteps(tx, tenantId, instance.id, at),
  }))
  const seconds = Math.max(at.getTime() - instance.createdAt.getTime(), 0) / 1000
  const fewestPeople = permissions.includes('bpm:statistics:read') ? 0 : FEWEST_PEOPLE
  const outcome = foretell(visits, { node: null, seconds }, steps, fewestPeople)
  if (outcome.kind === 'none') return { ...none, reason: outcome.reason }
  const { node, approvals, medianSeconds, p90Seconds } = outcome
  const after = (wait: number) => new Date(at.getTime() + wait * 1000).toISOString()
  const step = steps.find((one) => one.node === node)
  return {
    expectedEnd: {
      medianAt: after(medianSeconds),
      p90At: after(p90Seconds),
      basis: {
        definitionKey,
        node: step === undefined ? null : { id: step.node, name: step.name },
        approvals,
        since: since.toISOString(),
      },
    },
    reason: null,
    fewestApprovals: FEWEST_APPROVALS,
  }
}
