import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Versions } from './config.ts'
import { sidebarsOf } from './navigation.ts'
import { listFolders, readPages, type Page } from './pages.ts'
import { stage } from './stage.ts'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('../', import.meta.url))
const vitepress = join(
  dirname(createRequire(import.meta.url).resolve('vitepress/package.json')),
  'bin/vitepress.js',
)

export interface VersionBuild {
  /** The checkout whose documents are built. */
  readonly root: string
  readonly out: string
  /** Path of this version on its server, `/` or `/next/`. */
  readonly base: string
  readonly files: string | undefined
  readonly versions: Versions
  /** Pages of errors that other versions have and this one does not: their addresses stay. */
  readonly errorsElsewhere?: readonly Page[]
}

/**
 * Builds one version into `out`, as static files.
 *
 * @throws with what VitePress says, e.g. which links are dead.
 */
export async function buildVersion(build: VersionBuild): Promise<void> {
  const own = await readPages(build.root)
  const targets = new Set(own.map(({ target }) => target))
  const gone = (build.errorsElsewhere ?? []).filter(({ target }) => !targets.has(target))
  const written = [...own, ...gone]
  const pages = [...written, ...listFolders(written)]
  // Beside the packages that the pages are built with, where they are found.
  await mkdir(join(packageFolder, '.local'), { recursive: true })
  const folder = await mkdtemp(join(packageFolder, '.local/site-'))
  try {
    await stage(join(folder, 'site'), pages, {
      root: build.root,
      base: build.base,
      out: build.out,
      cache: join(folder, 'cache'),
      ...(build.files === undefined ? {} : { files: build.files }),
      sources: Object.fromEntries(pages.map(({ target, source }) => [target, source])),
      sidebar: sidebarsOf(written),
      versions: build.versions,
    })
    await runVitePress(join(folder, 'site'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runVitePress(folder: string): Promise<void> {
  try {
    await run(process.execPath, [vitepress, 'build', folder], { maxBuffer: 2 ** 26 })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${stdout ?? ''}${stderr ?? ''}` || String(error), { cause: error })
  }
}
