import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { build } from 'vite'
import { compressFiles } from './compress.ts'
import { buildFolder, isBuilt, packageFolder, removeOldBuilds, type PagePackage } from './index.ts'

/**
 * Builds the pages of a package into the folder that their content names, or into the one given.
 * Somebody else may be building the same: each works in a folder of its own, and the first to
 * finish wins.
 */
async function buildPages(pages: PagePackage, target: string): Promise<void> {
  if (isBuilt(target)) return
  const draft = `${target}.${process.pid}.tmp`
  await mkdir(dirname(target), { recursive: true })
  try {
    await build({
      root: packageFolder(pages),
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: true },
    })
    await compressFiles(draft)
    await rename(draft, target).catch((error: unknown) => {
      if (!isBuilt(target)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const [name, given] = process.argv.slice(2)
if (name !== 'packages/console' && name !== 'deploy/expense-web') {
  throw new Error('usage: main.ts packages/console|deploy/expense-web [folder]')
}
const target = given ?? (await buildFolder(name))
await buildPages(name, target)
await removeOldBuilds(name)
console.log(target)
