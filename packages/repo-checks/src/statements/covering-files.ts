import type { Asked } from '@countersign/test-kit/statements/asked'

type Asking = Pick<Asked, 'file' | 'ms' | 'statements'>

/**
 * Files that together ask a share of the statements that all of them ask: always the one that asks most of what is still
 * missing for its time. The fewest possible would take trying all combinations; this is close to it
 * (Chvátal 1979, a greedy heuristic for the set-covering problem).
 *
 * @param share Above 0; 1 is every statement.
 * @returns paths in the order in which they were taken.
 */
export function coveringFiles(asked: readonly Asking[], share = 1): readonly string[] {
  const missing = new Set(asked.flatMap(({ statements }) => statements))
  const mayMiss = missing.size - Math.ceil(missing.size * share)
  const taken: string[] = []
  while (missing.size > mayMiss) {
    const [best] = asked
      .map(({ file, ms, statements }) => {
        const gained = statements.filter((statement) => missing.has(statement))
        return { file, gained, worth: gained.length / (ms + START_MS) }
      })
      .toSorted((one, other) => other.worth - one.worth || (one.file < other.file ? -1 : 1))
    if (best === undefined) break
    taken.push(best.file)
    for (const statement of best.gained) missing.delete(statement)
  }
  return taken
}

/** What a file costs before its first test: a database and an application of its own. */
const START_MS = 500
