import { formatDuration, formatNumber } from '../../text/format.ts'
import type { Bar } from './bars.tsx'
import type { ApprovalsLink } from './links.ts'
import type { Statistics, Step } from './queries.ts'

type Node = Statistics['nodes'][number]
export type Row = Node | Statistics['people'][number]
type LinkOf = (row: Row) => ApprovalsLink | undefined

const shown = 8

/** Where decisions take longest. */
export function slowest(rows: readonly Row[], linkOf: LinkOf): readonly Bar[] {
  return rows
    .filter(({ decided }) => decided > 0)
    .toSorted((a, b) => b.medianSeconds - a.medianSeconds)
    .slice(0, shown)
    .map((row) => ({
      ...nameBar(row, linkOf),
      value: row.medianSeconds,
      text: formatDuration(row.medianSeconds),
    }))
}

/** Where most waits. */
export function fullest(
  rows: readonly Row[],
  linkOf: LinkOf,
  overdueText: (count: number) => string,
): readonly Bar[] {
  return rows
    .filter(({ backlog }) => backlog > 0)
    .toSorted((a, b) => b.backlog - a.backlog)
    .slice(0, shown)
    .map((row) => ({
      ...nameBar(row, linkOf),
      value: row.backlog,
      text: formatNumber(row.backlog),
      part: { value: row.overdue, text: overdueText(row.overdue) },
    }))
}

/** Where decisions are sent back most. */
export function mostReturned(
  rows: readonly Node[],
  linkOf: LinkOf,
  textOf: (of: { readonly returned: string; readonly decided: string }) => string,
): readonly Bar[] {
  return rows
    .filter(({ returned }) => returned > 0)
    .toSorted((a, b) => b.returned - a.returned)
    .slice(0, shown)
    .map((row) => ({
      ...nameBar(row, linkOf),
      value: row.returned,
      text: textOf({ returned: formatNumber(row.returned), decided: formatNumber(row.decided) }),
    }))
}

/** Where most passes its due time undecided. */
export function mostBreached(
  steps: readonly Step[],
  linkOf: (step: Step) => ApprovalsLink | undefined,
): readonly Bar[] {
  return steps
    .map((step) => ({
      step,
      value: step.points.reduce((sum, { breached }) => sum + breached, 0),
    }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, shown)
    .map(({ step, value }) => ({
      ...nameBar(step, linkOf),
      value,
      text: formatNumber(value),
    }))
}

const nameBar = <R extends Row | Step>(row: R, linkOf: (row: R) => ApprovalsLink | undefined) =>
  'node' in row
    ? {
        key: `${row.definitionKey}/${row.node.id}`,
        label: row.node.name,
        hint: row.definitionKey,
        link: linkOf(row),
      }
    : { key: row.person.id, label: row.person.name, hint: row.person.name, link: linkOf(row) }
