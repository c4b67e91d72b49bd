import type { AskedPerson } from '../../core/simulation/asked.ts'
import type { listResults, sumPeople, SummedStep, Totals } from './findings-queries.ts'
import type { SimulationRow } from './queries.ts'
import type { SimulationResultView, SimulationSummaryView, SimulationView } from './schema.ts'

/** @param totals undefined: nothing was gone through so far. */
export function toSimulationView(row: SimulationRow, totals: Totals | undefined): SimulationView {
  const { same, otherPeople, otherResult, open, stuck } = totals ?? none
  return {
    id: row.id,
    definition: {
      id: row.definitionId,
      key: row.definitionKey,
      version: row.definitionVersion,
      revision: row.definitionRevision,
    },
    from: row.endedFrom.toISOString(),
    until: row.endedUntil.toISOString(),
    status: statusOf(row),
    total: row.total,
    done: totals?.done ?? 0,
    outcomes: { same, otherPeople, otherResult, open, stuck },
    tasks: { before: totals?.tasksBefore ?? 0, after: totals?.tasksAfter ?? 0 },
    createdBy: { id: row.createdBy, name: row.createdByName },
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

const none = { same: 0, otherPeople: 0, otherResult: 0, open: 0, stuck: 0 }

function statusOf({ endedAt, cancelled, workedAt, beforeId }: SimulationRow) {
  if (cancelled) return 'CANCELLED'
  if (endedAt !== null) return 'ENDED'
  return workedAt === null && beforeId === null ? 'WAITING' : 'RUNNING'
}

/** Names by id; null to who may not know them. */
export type Names = ReadonlyMap<string, string> | null

export function toSummaryView(
  steps: readonly SummedStep[],
  { counts, people }: Awaited<ReturnType<typeof sumPeople>>,
  names: Names,
): SimulationSummaryView {
  return {
    steps: steps.map((step) => ({
      node: { id: step.node, name: step.name },
      approvals: { before: step.approvalsBefore, after: step.approvalsAfter },
      tasks: { before: step.tasksBefore, after: step.tasksAfter },
      open: step.open,
    })),
    people: counts,
    byPerson:
      names === null
        ? []
        : people.map(({ id, before, after }) => ({
            person: { id, name: names.get(id) ?? id },
            tasks: { before, after },
          })),
  }
}

export type ResultRow = Awaited<ReturnType<typeof listResults>>[number]

export function toResultView(
  row: ResultRow,
  may: { readonly readInstances: boolean; readonly names: Names },
): SimulationResultView {
  const { instanceId: id, title, bizId, endedAt, obstacle, steps } = row
  const nameOf = (node: string) => steps.find((step) => step.node === node)?.name ?? node
  const asked = (people: readonly AskedPerson[]) =>
    may.names === null
      ? []
      : people.map((one) => ({
          person: { id: one.id, name: may.names?.get(one.id) ?? one.id },
          times: one.times,
        }))
  return {
    instance: may.readInstances ? { id, title, bizId } : null,
    endedAt: endedAt.toISOString(),
    outcome: row.outcome,
    result: { before: row.statusBefore, after: row.statusAfter },
    tasks: { before: row.tasksBefore, after: row.tasksAfter },
    people: { before: row.peopleBefore, after: row.peopleAfter },
    obstacle:
      obstacle === null
        ? null
        : { node: { id: obstacle.node, name: nameOf(obstacle.node) }, reason: obstacle.reason },
    steps: steps.map((step) => ({
      node: { id: step.node, name: step.name },
      tasks: { before: step.before, after: step.after },
      open: step.open,
      before: asked(step.peopleBefore),
      after: asked(step.peopleAfter),
    })),
  }
}
