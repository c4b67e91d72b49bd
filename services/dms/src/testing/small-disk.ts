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

/** A real file system that gets full; undefined, and said, where this account may mount none. */
export async function makeSmallDisk(sizeBytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'dms-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'dms-test', path])
  } catch {
    console.log(
      'no disk can be mounted here (it takes root on Linux): a limit of file sizes stands in',
    )
    await rm(path, { recursive: true })
    return undefined
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
