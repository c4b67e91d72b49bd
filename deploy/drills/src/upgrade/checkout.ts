import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Lays the code of a commit out in a new folder and installs what it needs, from the registry or pnpm's store.
 *
 * @throws when this clone has not the commit: one without its whole history needs `git fetch --unshallow`.
 */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await mkdir(folder)
  const archive = join(folder, 'archive.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive], { cwd: folder })
  const install = ['install', '--frozen-lockfile', '--prefer-offline']
  await run('npx', ['-y', 'pnpm@12.21.0', ...install], { cwd: folder, maxBuffer: 2 ** 26 })
}
