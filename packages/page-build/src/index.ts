import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

/** A package whose pages are built by Vite, as its folder below the checkout. */
export type PagePackage = 'packages/console' | 'deploy/expense-web'

// What every build depends on besides the package itself.
const shared = [
  'packages/{approval-ui,contracts}/src/**/*.ts',
  'packages/page-build/src/*.ts',
  'pnpm-lock.yaml',
]
const own = ['{src,public}/**/*', '{index.html,package.json,vite.config.ts}']
const irrelevant = /\.test\.tsx?$|\/testing\//
const keptBuilds = 3

/** The program that builds: its arguments are the package and, if it shall be another, the folder. */
export const buildProgram = new URL('main.ts', import.meta.url)

export const packageFolder = (pages: PagePackage): string => join(checkout, pages)

const buildsOf = (pages: PagePackage): string => join(checkout, pages, 'dist', 'pages')

/**
 * The folder of the build of exactly these sources. The name follows from their content, so that a
 * build is made once for each state of the checkout, and two platforms share it.
 */
export async function buildFolder(pages: PagePackage): Promise<string> {
  const patterns = [...own.map((pattern) => `${pages}/${pattern}`), ...shared]
  const files: string[] = []
  for await (const entry of glob(patterns, { cwd: checkout, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    const name = file.slice(checkout.length).replaceAll('\\', '/')
    if (irrelevant.test(name)) continue
    hash
      .update(name)
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  }
  return join(buildsOf(pages), hash.digest('hex').slice(0, 16))
}

/** A folder is renamed into place when it is whole: it is there or it is not. */
export const isBuilt = (folder: string): boolean => existsSync(folder)

/** Removes the oldest builds; somebody may still serve one of the last few. */
export async function removeOldBuilds(pages: PagePackage): Promise<void> {
  const builds = buildsOf(pages)
  const names = await readdir(builds).catch(() => [])
  const aged = await Promise.all(
    names.map(async (name) => {
      const path = join(builds, name)
      return { path, madeAt: (await stat(path)).mtimeMs }
    }),
  )
  const old = aged.toSorted((a, b) => b.madeAt - a.madeAt).slice(keptBuilds)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}
