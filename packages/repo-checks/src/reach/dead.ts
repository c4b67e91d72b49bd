import type { Tree } from './tree.ts'

/** Files that something else than an import starts, and what a published package brings for tests. */
const STARTS = /\/src\/((main|cli|migrate)|.*\/thread|.*\btesting)\.tsx?$/
/** Nothing of these runs in production: what nobody uses of them, knip finds. */
const TOOLS = /^(packages\/(test-kit|repo-checks|page-build|docs-site)|deploy\/drills)\//

/**
 * What nothing in production mentions, though a test may: tests are no entry points. What a published
 * package exports is for others; what a private one exports is held against those who import it.
 */
export function findDead(tree: Tree): readonly string[] {
  const used = mentioned(tree)
  return [...tree.modules()]
    .filter(({ file }) => !STARTS.test(file) && !TOOLS.test(file))
    .filter(({ file }) => !tree.published.has(file) && !used.has(`${file} *`))
    .flatMap(({ file, declarations }) =>
      [...declarations.keys()]
        .filter((name) => !name.startsWith('statement ') && !used.has(`${file} ${name}`))
        .map((name) => `${file}: nothing in production mentions ${name}`),
    )
}

/** A file and a name for each thing that some code mentions; `*` for all that a file has. */
function mentioned(tree: Tree): ReadonlySet<string> {
  const used = new Set<string>()
  for (const { file, imports, reexports, declarations } of tree.modules()) {
    for (const { from, name } of [...imports.values(), ...reexports.values()]) {
      used.add(`${tree.resolve(file, from) ?? ''} ${name}`)
    }
    for (const { name, uses } of declarations.values()) {
      for (const other of uses) if (other !== name) used.add(`${file} ${other}`)
    }
  }
  return used
}
