import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '@countersign/service-kit/log'

/** In a container every start of the service is the process 1: this tells them apart. */
const start = randomBytes(8).toString('hex')
const host = hostname()
const workName = /^dms-work-(.+)-(\d+)-([0-9a-f]{16})-.{6}$/

/** Does work in a directory of its own, which is gone afterwards. */
export async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), `dms-work-${host}-${process.pid}-${start}-`))
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Removes what is left of the work of processes that ended in the middle of it: copies of files. Those of other
 * machines that share the folder are left to them.
 */
export async function removeAbandoned(log: Logger): Promise<void> {
  // Where it cannot be read, no work was done.
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!isAbandoned(name)) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error, name }, 'what a process left is still there'),
    )
  }
}

function isAbandoned(name: string): boolean {
  const [, ofHost, pid, ofStart] = workName.exec(name) ?? []
  if (ofHost !== host || ofStart === start) return false
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process may not be asked, but is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
