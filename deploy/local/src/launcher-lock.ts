import { readFile, writeFile } from 'node:fs/promises'
import { isMissing, removeFile } from './files.ts'
import { isAlive } from './processes.ts'
import { UserError } from './user-error.ts'

/**
 * Makes sure that one launcher at a time works on a data folder.
 *
 * @returns a function that gives the folder free again.
 * @throws {@link UserError} when another one is running.
 */
export async function lockDataDir(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' })
      return () => removeFile(path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const owner = await readOwner(path)
    if (owner !== undefined && (await isLauncher(owner))) {
      throw new UserError(
        `Countersign already runs on this data folder (process ${owner}). ` +
          'Stop it, or choose another folder and ports: DATA_DIR=… PORT_BASE=….',
      )
    }
    await removeFile(path)
  }
}

async function readOwner(path: string): Promise<number | undefined> {
  try {
    const pid = Number(await readFile(path, 'utf8'))
    return pid > 0 ? pid : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

// A launcher that was killed leaves its number behind, and numbers are used again.
async function isLauncher(pid: number): Promise<boolean> {
  if (pid === process.pid || !isAlive(pid)) return false
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('deploy/local/src/main.ts')
  } catch {
    return process.platform !== 'linux'
  }
}
