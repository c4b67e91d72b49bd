import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { must } from './prepare.ts'
import { listPublished } from './published.ts'

/**
 * Makes a copy of the checkout with the versions that a release would have: every published package
 * gets a changeset, beside those that wait.
 */
export async function copyWithVersions(root: string, copy: string): Promise<void> {
  const listed = await must(['git', 'ls-files', '-z', '-co', '--exclude-standard'], root)
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    // A file that was removed and not yet committed is listed as well.
    await cp(join(root, file), join(copy, file)).catch(ignoreMissing)
  }
  const lines = (await listPublished(copy)).map(({ manifest }) => `'${manifest.name}': minor`)
  const changeset = `---\n${lines.join('\n')}\n---\n\nRehearsed.\n`
  await writeFile(join(copy, '.changeset/rehearsal.md'), changeset)
  const person = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@example.com']
  await must(['git', 'init', '--quiet', '--initial-branch=main'], copy)
  await must(['git', ...person, 'add', '--all'], copy)
  await must(['git', ...person, 'commit', '--quiet', '--no-verify', '-m', 'rehearsal'], copy)
  // Changesets calls pnpm by its bare name, to bring the lockfile up to date.
  const withPnpm = ['npx', '-y', '--package', 'pnpm@12.21.0', '--']
  await must([...withPnpm, process.execPath, changesets(root), 'version'], copy)
  const left = (await readdir(join(copy, '.changeset'))).filter((name) => name.endsWith('.md'))
  if (left.some((name) => name !== 'README.md')) throw new Error(`left over: ${left.join(', ')}`)
}

const changesets = (root: string): string => {
  const manifest = createRequire(join(root, 'package.json')).resolve('@changesets/cli/package.json')
  return join(dirname(manifest), 'bin.js')
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Installs the copy from what this machine has; nothing of it is run. */
export const install = (copy: string): Promise<string> =>
  must(
    [
      'npx',
      '-y',
      'pnpm@12.21.0',
      'install',
      '--prefer-offline',
      '--no-frozen-lockfile',
      '--ignore-scripts',
    ],
    copy,
  )
