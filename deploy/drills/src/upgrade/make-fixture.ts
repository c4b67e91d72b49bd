import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { findPortBase } from '@countersign/test-kit/ports'
import { readJson } from '@countersign/local/files'
import { layoutOf, type Layout } from '@countersign/local/layout'
import type { Platform } from '@countersign/local/seed/platform'
import type { Secrets } from '@countersign/local/secrets'
import { startEarlier } from './earlier.ts'
import { databases, saveFixture, type DatabaseName } from './fixture.ts'
import { readRows, type Rows } from './rows.ts'
import { openStory, tell } from './story.ts'

/*
 * Makes the data of a version by that version's own processes:
 *
 *   git worktree add --detach ../earlier <tag or commit> && (cd ../earlier && npx -y pnpm@12.21.0 install)
 *   pnpm upgrade:fixture --checkout ../earlier --version 0.1.0
 *
 * Ids, keys and times are drawn anew by each run; what it tells is the same.
 */
const { checkout, version } = parseArgs({
  options: { checkout: { type: 'string' }, version: { type: 'string' } },
}).values
if (checkout === undefined || version === undefined)
  throw new Error('--checkout <folder of the earlier version> and --version <x.y.z> are missing')

const dataDir = await mkdtemp(join(tmpdir(), 'countersign-earlier-'))
// As root, the account that PostgreSQL runs as must get through.
await chmod(dataDir, 0o711)
const layout = layoutOf(dataDir)
const portBase = await findPortBase()
const earlier = startEarlier(checkout, layout, portBase)
try {
  await earlier.ready()
  await make(layout, checkout, version)
} finally {
  await earlier.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function make(files: Layout, folder: string, made: string): Promise<void> {
  // Written by the launcher.
  const platform = (await readJson(files.platformFile)) as Platform
  const { expense } = (await readJson(files.pidsFile)) as { expense: number }
  const told = await tell(await openStory(platform), () => process.kill(expense, 'SIGSTOP'))
  try {
    await saveFixture({
      version: made,
      commit: await commitOf(folder),
      rows: await rowsOf((await readJson(files.secretsFile)) as Secrets),
      files: {
        'secrets.json': await readFile(files.secretsFile, 'utf8'),
        'seeded.json': await readFile(files.seededFile, 'utf8'),
      },
      objects: await objectsIn(files.documentsDir),
      told,
    })
  } finally {
    process.kill(expense, 'SIGCONT')
  }
}

async function rowsOf({ postgres }: Secrets): Promise<Record<DatabaseName, Rows>> {
  const rows = (name: DatabaseName) =>
    readRows(`postgresql://postgres:${postgres}@127.0.0.1:${portBase + 5}/${name}`)
  const entries = databases.map(async (name) => [name, await rows(name)] as const)
  // Object.fromEntries forgets the names it was given.
  return Object.fromEntries(await Promise.all(entries)) as Record<DatabaseName, Rows>
}

async function commitOf(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder })
  return stdout.trim()
}

async function objectsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name))
  const contents = files.map(
    async (file) => [relative(folder, file), (await readFile(file)).toString('base64')] as const,
  )
  return Object.fromEntries(await Promise.all(contents))
}
