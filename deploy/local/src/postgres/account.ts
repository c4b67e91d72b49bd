import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isMissing } from '../files.ts'
import { UserError } from '../user-error.ts'
import { binariesIn, type Binaries } from './binaries.ts'

/** The system account PostgreSQL runs as, where it may not run as ourselves. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Programs and data folder, both usable by the account. */
export interface Placement {
  readonly account?: Account
  readonly binaries: Binaries
  readonly dataDir: string
}

const run = promisify(execFile)

const sharedDir = '/var/lib/countersign'

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of an existing data folder, else as
 * `postgres`, else as `nobody`; no account is made on anyone's machine. When that account cannot
 * reach the checkout or the data folder (below `/root`, say), both are placed under
 * `/var/lib/countersign`.
 *
 * @param clusterId Names the data folder there. Drawn with the other secrets, and not made from a
 *   path: whoever deletes a data folder and starts over must not meet the old database again.
 */
export async function placePostgres(
  binaries: Binaries,
  dataDir: string,
  clusterId: string,
): Promise<Placement> {
  if (process.platform === 'win32') await refuseElevated()
  if (process.getuid?.() !== 0) return { binaries, dataDir }
  const home = (await isReachable(dirname(dataDir))) ? dataDir : join(sharedDir, clusterId)
  const account = (await ownerOf(home)) ?? (await findAccount())
  if (home !== dataDir) await makeSharedDir()
  const reachable = (await isReachable(binaries.home)) ? binaries : await copyBinaries(binaries)
  return { account, binaries: reachable, dataDir: home }
}

// PostgreSQL refuses administrators of Windows, too, and there is no other account to start it as. `net session`
// is for administrators alone.
async function refuseElevated(): Promise<void> {
  const isElevated = await run('net', ['session'], { windowsHide: true }).then(
    () => true,
    () => false,
  )
  if (!isElevated) return
  throw new UserError(
    'PostgreSQL does not run with the rights of an administrator: start Countersign from a prompt that was not opened "as administrator".',
  )
}

/** Whether everybody may walk down to the folder. */
async function isReachable(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

async function ownerOf(path: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(path)
    return uid === 0 ? undefined : { uid, gid }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function findAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([user]) => user === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new UserError(
    'PostgreSQL does not run as root, and there is neither an account "postgres" nor "nobody".',
  )
}

async function makeSharedDir(): Promise<void> {
  await mkdir(sharedDir, { recursive: true })
  // Whatever root's umask says: the account must be able to walk through.
  await chmod(sharedDir, 0o755)
}

async function copyBinaries({ home }: Binaries): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(home, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const target = join(sharedDir, `postgresql-${version}`)
  try {
    await lstat(target)
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeSharedDir()
    const partial = join(sharedDir, `${basename(target)}.${process.pid}`)
    await rm(partial, { recursive: true, force: true })
    await cp(home, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, target)
  }
  return binariesIn(target)
}
