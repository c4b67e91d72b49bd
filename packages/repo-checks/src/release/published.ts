import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The members of a package.json that a release reads. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports?: unknown
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

export interface Published {
  /** Seen from the top of the checkout, `packages/contracts`. */
  readonly folder: string
  readonly manifest: Manifest
}

/** The packages that are published: those of the workspace that are not private, by their folder. */
export async function listPublished(root: string): Promise<readonly Published[]> {
  const found: Published[] = []
  for await (const path of glob('packages/*/package.json', { cwd: root })) {
    const manifest = await readManifest(join(root, path))
    if (manifest.private !== true)
      found.push({ folder: dirname(path).replaceAll('\\', '/'), manifest })
  }
  return found.toSorted((one, other) => (one.folder < other.folder ? -1 : 1))
}

export const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(path, 'utf8')) as Manifest
