import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressFiles } from './compress.ts'
import { buildFolder, isBuilt, removeOldBuilds } from './index.ts'

/**
 * Builds the console into the folder that its content names, or into the one given. Somebody else
 * may be building the same: each works in a folder of its own, and the first to finish wins.
 */
const target = process.argv[2] ?? (await buildFolder())
if (!isBuilt(target)) {
  const draft = `${target}.${process.pid}.tmp`
  await mkdir(dirname(target), { recursive: true })
  try {
    await build({
      root: fileURLToPath(new URL('../', import.meta.url)),
      logLevel: 'warn',
      build: { outDir: draft, emptyOutDir: true },
    })
    await compressFiles(draft)
    await rename(draft, target).catch((error: unknown) => {
      if (!isBuilt(target)) throw error
    })
    if (process.argv[2] === undefined) await removeOldBuilds()
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
console.log(target)
