import { readFile } from 'node:fs/promises'

/** What workspace packages are imported as. */
export interface Subpaths {
  /** `@countersign/service-kit/db` and its like, with the file behind each. */
  readonly files: ReadonlyMap<string, string>
  /** Those of the files that belong to a package which is published. */
  readonly published: ReadonlySet<string>
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string | { readonly source?: string }>>
}

/** The subpaths that packages export as sources; a pattern stands for each of the files that it fits. */
export async function readSubpaths(root: URL, files: readonly string[]): Promise<Subpaths> {
  const found = new Map<string, string>()
  const published = new Set<string>()
  for (const folder of new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))) {
    const text = await readFile(new URL(`${folder}/package.json`, root), 'utf8')
    const manifest = JSON.parse(text) as Manifest
    for (const [subpath, file] of subpathsOf(folder, manifest, files)) {
      found.set(subpath, file)
      if (manifest.private !== true) published.add(file)
    }
  }
  return { files: found, published }
}

function subpathsOf(
  folder: string,
  { name, exports = {} }: Manifest,
  files: readonly string[],
): readonly (readonly [string, string])[] {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string' || target.source === undefined) return []
    const imported = `${name}${subpath.slice(1)}`
    const [before = '', after] = `${folder}${target.source.slice(1)}`.split('*')
    if (after === undefined) return [[imported, before] as const]
    return files
      .filter((file) => file.startsWith(before) && file.endsWith(after))
      .map(
        (file) => [imported.replace('*', file.slice(before.length, -after.length)), file] as const,
      )
  })
}
