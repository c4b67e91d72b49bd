import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plan } from './config.ts'
import type { Page } from './pages.ts'

const own = (path: string): string => new URL(`../${path}`, import.meta.url).href

/** Lays out the folder that VitePress builds: the pages at their places, and their pictures. */
export async function stage(folder: string, pages: readonly Page[], plan: Plan): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await cp(join(plan.root, 'packages/docs-site/pages'), folder, { recursive: true })
  for (const { target, text } of pages) await write(join(folder, target), text)
  await copyAssets(join(plan.root, 'docs'), join(folder, 'public'))
  await write(
    join(folder, '.vitepress/config.mjs'),
    `import { createConfig } from '${own('src/config.ts').replace('file://', '')}'\n` +
      `export default createConfig(${JSON.stringify(plan)})\n`,
  )
  await write(
    join(folder, '.vitepress/theme/index.ts'),
    `export { theme as default } from '${own('theme/index.ts').replace('file://', '')}'\n`,
  )
}

async function copyAssets(docs: string, folder: string): Promise<void> {
  for await (const entry of glob('**/*', { cwd: docs, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.md')) continue
    const path = join(entry.parentPath, entry.name)
    await cp(path, join(folder, path.slice(docs.length)))
  }
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
