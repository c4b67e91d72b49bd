import { inSnapshot } from '@countersign/service-kit/transaction'
import { expectAll, FEWEST_APPROVALS, PAST_DAYS, type Visit } from '../../core/forecast.ts'
import type { Deps } from '../../deps.ts'
import { listVisits, listWaitingSteps, type WaitingStep } from './forecast-queries.ts'
import type { ForecastsQuery, ForecastsView } from './schema.ts'

const dayMs = 86_400_000

/** What is asked of a tenant at once: of so many processes, so many approvals that run and that were decided. */
const atMost = { places: 5_000, processes: 20, past: 200 }

/** How many of the approvals that wait at each step will probably be decided within a day, a week, or later. */
export async function forecastSteps(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tenantId: string,
  { bizType, definitionKey }: ForecastsQuery,
  most = atMost,
): Promise<ForecastsView> {
  const at = now()
  const since = new Date(at.getTime() - PAST_DAYS * dayMs)
  return inSnapshot(db, async (tx) => {
    const asked = { bizType, definitionKey, now: at, most: most.places + 1 }
    const read = await listWaitingSteps(tx, tenantId, asked)
    // One more than is told of only says that there is more.
    const waiting = read.slice(0, most.places)
    const byProcess = [...Map.groupBy(waiting, (step) => step.definitionKey)]
      .toSorted(([a, those], [b, others]) => others.length - those.length || (a < b ? -1 : 1))
      .slice(0, most.processes)
    const steps: ForecastsView['steps'] = []
    for (const [key, places] of byProcess) {
      const visits = await listVisits(tx, tenantId, { definitionKey: key, since, most: most.past })
      steps.push(...expectAtEach(places, visits))
    }
    return {
      at: at.toISOString(),
      since: since.toISOString(),
      fewestApprovals: FEWEST_APPROVALS,
      steps: steps.toSorted((a, b) => b.waiting - a.waiting),
      complete:
        read.length <= most.places &&
        byProcess.reduce((sum, [, places]) => sum + places.length, 0) === waiting.length,
    }
  })
}

function expectAtEach(
  places: readonly WaitingStep[],
  visits: readonly Visit[],
): ForecastsView['steps'] {
  const of = Map.groupBy(visits, ({ node }) => node)
  return [...Map.groupBy(places, ({ node }) => node)].flatMap(([id, there]) => {
    const [first] = there
    if (first === undefined) return []
    const those = of.get(id) ?? []
    const expected = expectAll(
      those,
      there.map(({ seconds }) => seconds),
    )
    return [
      {
        definitionKey: first.definitionKey,
        node: { id, name: first.name },
        waiting: there.length,
        approvals: new Set(those.map(({ instanceId }) => instanceId)).size,
        expected: expected ?? null,
      },
    ]
  })
}
