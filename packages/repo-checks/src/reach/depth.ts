import { serviceOf, type Tree } from './tree.ts'

/** How many files of its service a use-case leads through. */
export interface Depth {
  /** The use-case's file. */
  readonly file: string
  /** Files that are loaded with it: each import of a value, followed to its end. */
  readonly all: number
  /**
   * What a reader goes through: the files outside core/, and of core/ only the doors, the files that
   * are imported from outside. Behind them all is pure by a rule of its own, and read apart.
   */
  readonly read: number
}

export const DEEPEST = 40

/**
 * Use-cases that were deeper when the rule came, with their depth. The list only gets shorter, its numbers smaller:
 * an action of bpm goes through the rooms of runtime/, which are small files on purpose.
 */
export const deeper: Readonly<Record<string, number>> = {
  'services/bpm/src/features/instances/intervene.ts': 50,
  'services/bpm/src/features/instances/resubmit.ts': 50,
  'services/bpm/src/features/instances/send-message.ts': 46,
  'services/bpm/src/features/instances/start.ts': 45,
  'services/bpm/src/features/instances/update-variables.ts': 45,
  'services/bpm/src/features/instances/withdraw.ts': 49,
  'services/bpm/src/features/migrations/migrate-instance.ts': 50,
  'services/bpm/src/features/migrations/start-migration.ts': 52,
  'services/bpm/src/features/tasks/act.ts': 57,
  'services/bpm/src/features/tasks/batch.ts': 58,
}

const ROUTES = /^services\/[^/]+\/src\/(?:.*[/-])?routes\.ts$/
const CORE = /^services\/[^/]+\/src\/core\//

/** The depth of each file of a service that its routes call. */
export function depthsOf(tree: Tree): readonly Depth[] {
  const called = new Set<string>()
  for (const { file, loads } of tree.modules()) {
    if (!ROUTES.test(file)) continue
    for (const from of loads) {
      const target = tree.resolve(file, from)
      if (target !== undefined && serviceOf(target) === serviceOf(file)) called.add(target)
    }
  }
  return [...called].map((file) => depthOf(tree, file))
}

function depthOf(tree: Tree, file: string): Depth {
  const loaded = tree.loadedWith(file)
  const outside = [...loaded].filter((path) => !CORE.test(path))
  const doors = new Set(
    outside.flatMap((path) =>
      [...(tree.get(path)?.loads ?? [])].flatMap((from) => {
        const target = tree.resolve(path, from)
        return target !== undefined && CORE.test(target) ? [target] : []
      }),
    ),
  )
  return { file, all: loaded.size, read: outside.length + doors.size }
}

/** One line on how deep the use-cases are. */
export function describeDepths(depths: readonly Depth[]): string {
  const above = depths.filter(({ read }) => read > DEEPEST).length
  const [first] = depths.toSorted((a, b) => b.read - a.read)
  return `${depths.length} use-cases, ${above} lead through more than ${DEEPEST} files, deepest ${first?.file ?? '-'} (${first?.read ?? 0})`
}

/** What is too deep, and what is listed as deeper without need. */
export function checkDepths(
  depths: readonly Depth[],
  listed: Readonly<Record<string, number>>,
): readonly string[] {
  const tooDeep = depths
    .filter(({ file, read }) => read > (listed[file] ?? DEEPEST))
    .map(
      ({ file, all, read }) =>
        `${file} leads through ${read} files (${all} with the rooms of core/), at most ${listed[file] ?? DEEPEST}`,
    )
  const found = new Map(depths.map(({ file, read }) => [file, read]))
  const needless = Object.entries(listed)
    .filter(([file, limit]) => limit <= DEEPEST || (found.get(file) ?? 0) <= DEEPEST)
    .map(([file]) => `reach/depth.ts: ${file} is not deeper than ${DEEPEST} any more`)
  return [...tooDeep, ...needless]
}
