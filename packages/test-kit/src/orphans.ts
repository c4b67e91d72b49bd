import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Begins the name of a server's folder; the number of the process that owns it follows. */
export const ORPHAN_PREFIX = 'countersign-test-pg-'

/** Stops the servers, and removes the folders, of test runs that were killed. */
export async function removeOrphans(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${ORPHAN_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    const home = join(tmpdir(), name)
    await stopOrphan(home)
    // A server that is just ending may still be writing.
    await rm(home, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function stopOrphan(home: string): Promise<void> {
  try {
    const lines = await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')
    const pid = Number(lines.split('\n')[0])
    // The number may belong to another process by now: only one started on this folder is ours.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    if (command.includes(home)) process.kill(pid, 'SIGQUIT')
  } catch {
    // No server, or no /proc: nothing to stop.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
