import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface FoundTarget {
  /** `bpm/csv`: of the package, and of the file. */
  readonly name: string
  /** From the root. */
  readonly file: string
  /** For import. */
  readonly address: string
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** All files that are one, by name. */
export function findTargets(): readonly FoundTarget[] {
  const files = globSync('{services,packages,deploy}/*/src/**/*.fuzz.testing.ts', { cwd: root })
  const targets = files.map((found) => {
    const file = found.replaceAll('\\', '/')
    const name = `${file.split('/')[1]}/${basename(file, '.fuzz.testing.ts')}`
    return { name, file, address: pathToFileURL(join(root, file)).href }
  })
  const twice = targets.find(({ name, file }) =>
    targets.some((other) => other.name === name && other.file !== file),
  )
  if (twice !== undefined) throw new Error(`two targets are called ${twice.name}`)
  return targets.toSorted((a, b) => a.name.localeCompare(b.name))
}
