// Makes a program of ours one file, with all that it imports: node build-program.ts <entry> <folder>. Prints where it is.
// What it finds beside its sources (migrations, data, threads, its version) it finds there as before.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown, type OutputChunk, type Plugin } from 'rolldown'

const DAY_MS = 86_400_000
const [entry = '', folder = ''] = process.argv.slice(2)

const resolving = `import { resolveFrom } from ${JSON.stringify(fileURLToPath(new URL('resolve-from.ts', import.meta.url)))}`

/** Each module has the address that it has among the sources. */
const addresses: Plugin = {
  name: 'addresses-of-sources',
  transform(code, id) {
    if (code.includes('import.meta.')) {
      const url = JSON.stringify(pathToFileURL(id).href)
      return code
        .replaceAll('import.meta.url', url)
        .replaceAll('import.meta.resolve(', `resolveFrom(${url}, `)
        .replace(/^/, code.includes('import.meta.resolve(') ? `${resolving};` : '')
    }
    if (!/\b__(?:dir|file)name\b/.test(code)) return null
    const names = `var __filename = ${JSON.stringify(id)}, __dirname = ${JSON.stringify(dirname(id))};`
    return names + code
  },
}

/** What is no JavaScript stays where it is. */
const binaries: Plugin = {
  name: 'binaries',
  async resolveId(name, importer, options) {
    const found = await this.resolve(name, importer, { ...options, skipSelf: true })
    return found?.id.endsWith('.node') === true ? { id: found.id, external: 'absolute' } : null
  },
}

const build = await rolldown({
  input: { program: entry },
  platform: 'node',
  plugins: [addresses, binaries],
  resolve: { conditionNames: ['source', 'node'], mainFields: ['module', 'main'] },
  logLevel: 'silent',
})
const { output } = await build.generate({
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
const chunks = output.filter((part): part is OutputChunk => part.type === 'chunk')
const hash = createHash('sha256')
for (const { fileName, code } of chunks) hash.update(fileName).update(code)
const made = join(folder, hash.digest('hex').slice(0, 16))
const program = join(made, 'program.mjs')
if (!existsSync(program)) {
  // Whoever makes the same at the same time is not met half way.
  const making = `${made}.${process.pid}`
  await mkdir(making, { recursive: true })
  for (const { fileName, code } of chunks) await writeFile(join(making, fileName), code)
  await rename(making, made).catch(async (error: unknown) => {
    await rm(making, { recursive: true })
    if (!existsSync(program)) throw error
  })
}
await utimes(made, new Date(), new Date())
await removeOld()
process.stdout.write(program)

/** What nobody has asked for since yesterday: sources change, and each change makes another. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - DAY_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}
