import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The place in a checkout that says it is built by this package; older versions are not shown. */
const MARK = 'packages/docs-site/package.json'

/**
 * Tags of releases (`v0.2.0`) whose documents this package builds, newest first; of each line
 * (`v0.2`) the newest alone.
 */
export async function listReleases(root: string): Promise<readonly string[]> {
  const { stdout } = await git(root, 'tag', '--list', 'v*', '--sort=-version:refname')
  const tags = stdout.split('\n').filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
  const newest = tags.filter((tag, at) => tags.findIndex((other) => isOneLine(other, tag)) === at)
  const built = await Promise.all(newest.map(async (tag) => has(root, tag)))
  return newest.filter((_, at) => built[at] === true)
}

const isOneLine = (one: string, other: string): boolean => lineOf(one) === lineOf(other)

/** `v0.2` of `v0.2.1`. */
export const lineOf = (tag: string): string => tag.split('.').slice(0, 2).join('.')

const has = (root: string, tag: string): Promise<boolean> =>
  git(root, 'cat-file', '-e', `${tag}:${MARK}`).then(
    () => true,
    () => false,
  )

/** Puts the files of a tag into a folder. */
export async function extract(root: string, tag: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = join(folder, '.archive.tar')
  await git(root, 'archive', '--output', archive, tag)
  await run('tar', ['-xf', archive, '-C', folder])
}

const git = (root: string, ...words: readonly string[]) =>
  run('git', words, { cwd: root, maxBuffer: 2 ** 24 })
