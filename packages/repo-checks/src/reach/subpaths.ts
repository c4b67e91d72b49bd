import { readFile } from 'node:fs/promises'

/** What a workspace package is imported as, `@countersign/service-kit/db`, and the file behind it. */
export type Subpaths = ReadonlyMap<string, string>

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | { readonly source?: string }>>
}

/** The subpaths that the packages export as sources; a pattern stands for each file that it fits. */
export async function readSubpaths(root: URL, files: readonly string[]): Promise<Subpaths> {
  const found = new Map<string, string>()
  for (const folder of new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))) {
    const text = await readFile(new URL(`${folder}/package.json`, root), 'utf8')
    const { name, exports = {} } = JSON.parse(text) as Manifest
    for (const [subpath, target] of Object.entries(exports)) {
      if (typeof target === 'string' || target.source === undefined) continue
      const [before = '', after] = `${folder}${target.source.slice(1)}`.split('*')
      const imported = `${name}${subpath.slice(1)}`
      if (after === undefined) found.set(imported, before)
      else {
        for (const file of files.filter((f) => f.startsWith(before) && f.endsWith(after)))
          found.set(imported.replace('*', file.slice(before.length, -after.length)), file)
      }
    }
  }
  return found
}
