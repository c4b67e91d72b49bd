import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readdir, readFile, rm, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const directory = new URL('../', import.meta.url)
const builds = new URL('dist/', directory)

// All that a build depends on, from the root of the checkout.
const sources = [
  'packages/console/{src,public}/**/*',
  'packages/console/{index.html,package.json,vite.config.ts}',
  'packages/console/build/*.ts',
  'packages/{approval-ui,contracts}/src/**/*.ts',
  'pnpm-lock.yaml',
]
const irrelevant = /\.test\.tsx?$|\/testing\//
const keptBuilds = 3

/** The program that builds: it takes the target folder as its argument. */
export const buildProgram = new URL('build/main.ts', directory)

/**
 * The folder of the build of exactly these sources. The name follows from their content, so that a
 * build is made once for each state of the checkout, and two platforms share it.
 */
export async function buildFolder(): Promise<string> {
  const root = fileURLToPath(new URL('../../', directory))
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(`${entry.parentPath}/${entry.name}`)
  }
  const hash = createHash('sha256')
  for (const file of files.filter((name) => !irrelevant.test(name)).toSorted()) {
    hash
      .update(file.slice(root.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  }
  return fileURLToPath(new URL(hash.digest('hex').slice(0, 16), builds))
}

/** A folder is renamed into place when it is whole: it is there or it is not. */
export const isBuilt = (folder: string): boolean => existsSync(folder)

/** Removes the oldest builds; somebody may still serve one of the last few. */
export async function removeOldBuilds(): Promise<void> {
  const names = await readdir(builds).catch(() => [])
  const aged = await Promise.all(
    names.map(async (name) => {
      const path = fileURLToPath(new URL(name, builds))
      return { path, madeAt: (await stat(path)).mtimeMs }
    }),
  )
  const old = aged.toSorted((a, b) => b.madeAt - a.madeAt).slice(keptBuilds)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}
