import { link, readFile, writeFile } from 'node:fs/promises'
import { isMissing, removeFile } from './files.ts'
import { findCommandOf, isAlive } from './processes.ts'
import { UserError } from './user-error.ts'

/**
 * Makes sure that one launcher at a time works on a data folder.
 *
 * @returns a function that gives the folder free again.
 * @throws {@link UserError} when another one is running.
 */
export async function lockDataDir(path: string): Promise<() => Promise<void>> {
  const own = `${path}.${process.pid}`
  // Linked when it is written: nobody reads half of it.
  await writeFile(own, String(process.pid))
  try {
    if (!(await tryLink(own, path))) await takeOver(own, path)
  } finally {
    await removeFile(own)
  }
  return () => removeFile(path)
}

/** The lock of a launcher that was killed is removed by one at a time: another could remove that of the first. */
async function takeOver(own: string, path: string): Promise<void> {
  await refuseRunning(path)
  const turn = `${path}.turn`
  if (!(await tryLink(own, turn))) throw await refusal(turn)
  try {
    await refuseRunning(path)
    await removeFile(path)
    if (!(await tryLink(own, path))) throw await refusal(path)
  } finally {
    await removeFile(turn)
  }
}

async function refuseRunning(path: string): Promise<void> {
  const owner = await readOwner(path)
  if (owner !== undefined && (await isLauncher(owner))) throw await refusal(path)
}

const refusal = async (path: string) =>
  new UserError(
    `Countersign already runs on this data folder (process ${await readOwner(path)}). ` +
      'Stop it, or choose another folder and ports: DATA_DIR=… PORT_BASE=…. ' +
      `If that process is another program, or gone, remove ${path}.`,
  )

async function tryLink(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
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

// As the checkout starts it, and as its own folder does (`pnpm start` there). Arguments end with a NUL, or by `ps` a space.
const launcher = /[\0 ](?:\.\/)?src\/main\.ts|local\/src\/main\.ts/

// A launcher that was killed leaves its number behind, and numbers are used again. In doubt it is one.
async function isLauncher(pid: number): Promise<boolean> {
  if (pid === process.pid || !isAlive(pid)) return false
  const command = await findCommandOf(pid)
  if (command === undefined) return process.platform !== 'linux' && isAlive(pid)
  // Windows tells the program alone.
  return process.platform === 'win32' ? command.includes('node.exe') : launcher.test(command)
}
