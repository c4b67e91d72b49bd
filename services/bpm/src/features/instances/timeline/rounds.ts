import { netOf } from '../../../core/variables.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { getReadable, type Readable, type Reader } from '../access.ts'
import type { RoundView } from '../schema.ts'
import { listRoundActions } from './queries.ts'
import { readChanges } from './timeline.ts'

/**
 * The rounds of an approval, with what changed between them: the values that approvers and the
 * owning application set after a round began are what the next one began with.
 */
export async function listRounds(
  deps: Pick<Deps, 'db' | 'processes'>,
  reader: Reader,
  instanceId: string,
): Promise<{ items: RoundView[] }> {
  return { items: await readRounds(deps.db, await getReadable(deps, reader, instanceId)) }
}

/** As {@link listRounds}, of an approval that was read. */
export async function readRounds(
  db: Db,
  { instance, sees }: Pick<Readable, 'instance' | 'sees'>,
): Promise<RoundView[]> {
  const rows = await listRoundActions(db, instance.tenantId, instance.id)
  const labels = new Map(instance.declaredVariables.map(({ name, label }) => [name, label ?? null]))
  return Array.from({ length: instance.round }, (_, index): RoundView => {
    const round = index + 1
    const own = rows.filter((row) => row.round === round)
    const began = own.find(({ action }) => action === 'start' || action === 'resubmit')
    const isBack = round < instance.round || instance.status === 'RETURNED'
    const back = isBack ? own.findLast(({ action }) => isReturn(action)) : undefined
    const before = rows.filter((row) => row.round === round - 1)
    const changes = netOf(before.flatMap(({ details }) => readChanges(details?.['changes'])))
    return {
      round,
      startedAt: (began?.at ?? instance.createdAt).toISOString(),
      status: round < instance.round ? 'RETURNED' : instance.status,
      returned: back === undefined ? null : toReturned(back),
      changes: changes
        .filter(({ name }) => sees(name))
        .map((change) => ({ ...change, label: labels.get(change.name) ?? null })),
    }
  })
}

type RoundAction = Awaited<ReturnType<typeof listRoundActions>>[number]

/** By hand, or out of an approval that this one has called. */
const isReturn = (action: string): boolean => action === 'return' || action === 'callEnded'

const toReturned = ({ at, actorId, actorName, comment }: RoundAction) => ({
  at: at.toISOString(),
  by: { id: actorId, name: actorName },
  comment,
})
