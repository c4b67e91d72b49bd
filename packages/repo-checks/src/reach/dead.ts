import type { Tree } from './tree.ts'

const STARTS = /\/src\/((main|cli|migrate)|.*\btesting)\.ts$/

/** What nothing in production mentions, though a test may: tests are no entry points. */
export function findDead(tree: Tree): readonly string[] {
  const used = new Set<string>()
  for (const { file, imports, reexports, declarations } of tree.modules()) {
    for (const { from, name } of [...imports.values(), ...reexports.values()]) {
      used.add(`${tree.resolve(file, from) ?? ''} ${name}`)
    }
    for (const { name, uses } of declarations.values()) {
      for (const other of uses) if (other !== name) used.add(`${file} ${other}`)
    }
  }
  return [...tree.modules()]
    .filter(({ file }) => file.startsWith('services/') && !STARTS.test(file))
    .filter(({ file }) => !used.has(`${file} *`))
    .flatMap(({ file, declarations }) =>
      [...declarations.keys()]
        .filter((name) => !name.startsWith('statement ') && !used.has(`${file} ${name}`))
        .map((name) => `${file}: nothing in production mentions ${name}`),
    )
}
