import type { CompiledProcess } from '../../../core/definition/graph.ts'
import { ATTACHMENTS } from '../../../core/engine/votes/content.ts'
import { netOf, type VariableChange } from '../../../core/variables.ts'
import type { UserCaller } from '../../../callers.ts'
import { isRemovable } from '../attachments/removable.ts'
import type { Readable } from '../access.ts'
import type { TimelineItem } from '../schema.ts'
import { traceShown, type PastDeps, type ShownThen } from './past.ts'
import { findCopiedNames, listActions, listChangesAfter, type ActionRow } from './queries.ts'

type Reading = Pick<Readable, 'instance' | 'sees'> & {
  readonly process: CompiledProcess
  /** Who reads it, when they are to be told what they may do; a record tells everybody the same. */
  readonly reader?: UserCaller
  /** Names of those whom actions were shown to. */
  readonly copied?: ReadonlyMap<string, string>
}

/** A page of the log of an approval, with what became of the values that decisions were made on. */
export async function readTimeline(
  deps: PastDeps,
  reading: Reading,
  page: { afterSequence: number; limit: number },
): Promise<TimelineItem[]> {
  const { tenantId, id } = reading.instance
  const rows = await listActions(deps.db, tenantId, id, page)
  const first = rows.find(isDecision)
  const later = first && (await listChangesAfter(deps.db, tenantId, id, first.sequence))
  const shownThen = await traceShown(deps, reading, rows)
  const ids = rows.flatMap(({ details }) => readCopied(details?.['cc']))
  const copied = await findCopiedNames(deps.db, tenantId, id, ids)
  return rows.map((row) => {
    const item = {
      ...toTimelineItem(row, { ...reading, copied }),
      ...contentHashFor(row, reading, shownThen),
    }
    if (later === undefined || !isDecision(row)) return item
    const since = later.filter(({ sequence }) => sequence > row.sequence)
    const changes = netOf(since.flatMap(({ details }) => readChanges(details?.['changes'])))
    const names = changes.map(({ name }) => name).filter((name) => shownThen(row, name))
    const others = lostSince(row, reading.instance) ? [ATTACHMENTS] : []
    return { ...item, changedSince: [...names.filter(reading.sees), ...others] }
  })
}

/** Whether something was taken away after a decision that was attached before it. */
const lostSince = ({ sequence }: ActionRow, { attached }: Reading['instance']): boolean =>
  (attached ?? []).some(
    (one) =>
      one.sequence < sequence && one.removed !== undefined && one.removed.sequence > sequence,
  )

const isDecision = ({ action }: ActionRow): boolean =>
  action === 'approve' || action === 'reject' || action === 'return'

/**
 * A row of the log as participants read it: nodes by their names, and of the values that changed those
 * that the reader may see.
 */
export function toTimelineItem(row: ActionRow, reading: Reading): TimelineItem {
  const { process } = reading
  const { taskNo, nodeId, nodeName } = row
  return {
    sequence: row.sequence,
    at: row.at.toISOString(),
    round: row.round,
    action: row.action,
    actor: { id: row.actorId, name: row.actorName, kind: row.actorKind },
    ...(row.onBehalfOfId === null
      ? {}
      : { onBehalfOf: { id: row.onBehalfOfId, name: row.onBehalfOfName ?? row.onBehalfOfId } }),
    task:
      taskNo === null || nodeId === null
        ? null
        : { taskNo, node: { id: nodeId, name: nodeName ?? nodeId } },
    ...(row.boundBy === null ? {} : { boundBy: row.boundBy }),
    comment: row.comment,
    attachments: attachmentsOf(row, reading),
    details: detailsFor(row.details, reading),
    moves: (row.moves ?? []).map(({ node, outcome }) => ({
      node: { id: node, name: process.nodes.get(node)?.name ?? node },
      outcome,
    })),
  }
}

/** What came with an entry, and who has taken it away since. */
function attachmentsOf(
  { sequence, attachments }: ActionRow,
  { instance, reader }: Reading,
): TimelineItem['attachments'] {
  const kept = (instance.attached ?? []).filter((one) => one.sequence === sequence)
  return (attachments ?? []).map((one) => {
    const found = kept.find(({ versionId }) => versionId === one.versionId)
    const removed = found?.removed === undefined ? {} : { removed: found.removed }
    if (reader === undefined) return { ...one, ...removed }
    const mayRemove = found !== undefined && isRemovable(instance, found, reader)
    return { ...one, ...removed, mayRemove }
  })
}

/** Not for those from whom any of it is hidden: values that are few can be guessed from their hash. */
function contentHashFor(
  row: ActionRow,
  { instance, sees }: Reading,
  shownThen: ShownThen,
): { contentHash?: string } {
  const { contentHash } = row
  const hashed = instance.declaredVariables.filter(({ name }) => shownThen(row, name))
  if (contentHash === null || !hashed.every(({ name }) => sees(name))) return {}
  return { contentHash }
}

function detailsFor(
  details: ActionRow['details'],
  { sees, copied }: Reading,
): Record<string, unknown> {
  // Rows of earlier versions kept the values that came with an action as they were sent.
  const {
    variables: _,
    changes,
    names,
    cc,
    ...rest
  }: Readonly<Record<string, unknown>> = details ?? {}
  return {
    ...rest,
    ...(cc === undefined
      ? {}
      : { cc: readCopied(cc).map((id) => ({ id, name: copied?.get(id) ?? id })) }),
    ...(isNames(names) ? { names: names.filter(sees) } : {}),
    ...(changes === undefined
      ? {}
      : { changes: readChanges(changes).filter(({ name }) => sees(name)) }),
  }
}

/** Ids; rows of earlier versions have the names of then as well, also of people who are forgotten since. */
const readCopied = (cc: unknown): string[] =>
  Array.isArray(cc)
    ? cc.map((one: string | { readonly id: string }) => (typeof one === 'string' ? one : one.id))
    : []

const isNames = (value: unknown): value is string[] => Array.isArray(value)

/** The values that an action changed, as its row in the log has them. */
export function readChanges(changes: unknown): VariableChange[] {
  return Array.isArray(changes) ? (changes as VariableChange[]) : []
}
