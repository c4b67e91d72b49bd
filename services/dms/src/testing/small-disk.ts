import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SmallDisk {
  readonly path: string
  /** Leaves only so much room. */
  fill(leftBytes: number): Promise<void>
  /** Gives the room back. */
  empty(): Promise<void>
  remove(): Promise<void>
}

/**
 * A real file system that gets full. Where this account may mount none it is a folder that cannot be
 * filled: the tests that fill one carry the tag `mount`.
 */
export async function makeSmallDisk(sizeBytes: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'dms-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'dms-test', path])
  } catch {
    return {
      path,
      fill: () => Promise.reject(new Error('no file system may be mounted here')),
      empty: () => Promise.resolve(),
      remove: () => rm(path, { recursive: true }),
    }
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill: async (leftBytes) => {
      const { bavail, bsize } = await statfs(path)
      await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
    },
    empty: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['--lazy', path])
      await rm(path, { recursive: true })
    },
  }
}
