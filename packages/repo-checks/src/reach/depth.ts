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
  const [first] = depths.toSorted((a, b) => b.read - a.read)
  return `${depths.length} use-cases, deepest ${first?.file ?? '-'} (${first?.read ?? 0} files)`
}

/** What is too deep. */
export function checkDepths(depths: readonly Depth[]): readonly string[] {
  return depths
    .filter(({ read }) => read > DEEPEST)
    .map(
      ({ file, all, read }) =>
        `${file} leads through ${read} files (${all} with the rooms of core/), at most ${DEEPEST}`,
    )
}
