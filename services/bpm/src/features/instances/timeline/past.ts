// What a task showed when somebody acted on it: by the definition of that time. An approval that has been moved
// runs by another one, where the node may be gone, have another name, or show more or less.
//
// Kept by: services/bpm/src/features/instances/timeline/migrated.test.ts "keeps the hash of a vote at a node that is gone"
import type { CompiledProcess } from '../../../core/definition/graph.ts'
import { isVisible } from '../../../core/definition/task-form.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import type { Readable } from '../access.ts'
import { listMigrations, type ActionRow } from './queries.ts'

export interface PastDeps {
  readonly db: Db
  readonly processes: Pick<Deps['processes'], 'get'>
}

/** Whether a task showed a value to whoever acted on it. Where that is not known, it did. */
export type ShownThen = (row: ActionRow, name: string) => boolean

/** A move to another definition. */
interface Move {
  readonly sequence: number
  /** By what it ran before; undefined where the log does not say so. */
  readonly from: CompiledProcess | undefined
  readonly to: CompiledProcess | undefined
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
}

/** How the log tells of a move. */
interface MoveDetails {
  readonly from?: { readonly id: string }
  readonly to?: { readonly id: string }
  readonly nodes?: Move['renamed']
}

/** @param rows The part of the log that is asked about. */
export async function traceShown(
  deps: PastDeps,
  { instance, process }: Pick<Readable, 'instance'> & { readonly process: CompiledProcess },
  rows: readonly ActionRow[],
): Promise<ShownThen> {
  if (rows.every(({ nodeId }) => nodeId === null)) return () => true
  const { tenantId, id } = instance
  const read = async (one: MoveDetails['to']) =>
    one === undefined ? undefined : deps.processes.get(tenantId, one.id)
  const moves: Move[] = []
  for (const { sequence, details } of await listMigrations(deps.db, tenantId, id)) {
    const { from, to, nodes = [] } = (details ?? {}) as MoveDetails
    moves.push({ sequence, from: await read(from), to: await read(to), renamed: nodes })
  }
  return (row, name) => {
    const last = moves.at(-1)
    const places = placesOf(row, moves, last === undefined ? process : last.to)
    return places === undefined || places.in.some((node) => isVisible(places.by, [node], name))
  }
}

/**
 * The nodes that a task may have been at. A task that waits goes along with its node, one that has ended before
 * keeps the name that it had, so there may be more than one.
 *
 * @param now By what it runs since the last move.
 */
function placesOf(
  { sequence, action, nodeId }: ActionRow,
  moves: readonly Move[],
  now: CompiledProcess | undefined,
): { readonly by: CompiledProcess; readonly in: readonly string[] } | undefined {
  const later = moves.filter((move) => move.sequence > sequence)
  // Its hash is that of the decision, which may be older than a move.
  const older = action === 'take-back' && later.length < moves.length
  const by = later.length === 0 ? now : later[0]?.from
  if (nodeId === null || older || by === undefined) return undefined
  const nodes = new Set([nodeId])
  for (const { renamed } of later.toReversed()) {
    for (const { from, to } of renamed) if (nodes.has(to)) nodes.add(from)
  }
  const there = [...nodes].filter((id) => by.nodes.get(id)?.kind === 'userTask')
  return there.length === 0 ? undefined : { by, in: there }
}
