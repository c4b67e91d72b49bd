import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StorageUnavailable } from '../object-store.ts'

const HEARTBEAT_MS = 5_000
// A holder on another host cannot be asked whether it lives; only its silence tells.
const SILENT_MS = 30_000

interface Holder {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly startedAt: string
}

export interface WriterLock {
  /** Whether this process has it still: a disk may be taken away, and a silent holder replaced. */
  isHeld(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Takes the one right to write below `root`, which two processes on one folder would otherwise
 * both believe to have. A holder that died is replaced: on this host at once (its process is gone),
 * from another host after 30 s without a sign of life.
 *
 * Kept by: services/dms/src/storage/filesystem/writer-lock.test.ts "lets one of many starters through"
 * Kept by: services/dms/src/storage/filesystem/writer-lock.test.ts "free when the holder was killed"
 * Kept by: services/dms/src/storage/filesystem/writer-lock.test.ts "lets one of many replace a holder elsewhere that fell silent"
 *
 * @throws {@link StorageUnavailable} while another process holds it.
 */
export async function acquireWriterLock(root: string): Promise<WriterLock> {
  const path = join(root, 'writer.lock')
  const self: Holder = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    startedAt: await processStart(process.pid),
  }
  const mine = join(root, `writer.${self.id}.tmp`)
  await writeFile(mine, JSON.stringify(self), { flag: 'wx' })
  try {
    // link() fails when the name exists, and shows the file only with its content.
    if (!(await tryLink(mine, path))) {
      await removeDeadHolder(path)
      if (!(await tryLink(mine, path))) throw heldByAnother(root)
    }
  } finally {
    await rm(mine, { force: true })
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    isHeld: async () => (await readHolder(path))?.id === self.id,
    release: async () => {
      clearInterval(heartbeat)
      if ((await readHolder(path))?.id === self.id) await rm(path, { force: true })
    },
  }
}

async function removeDeadHolder(path: string): Promise<void> {
  const holder = await readHolder(path)
  if (holder && (await isAlive(holder, path))) return
  // Two starters may find the same dead holder. The loser of the rename must not take away the
  // lock that the winner has made in the meantime: it looks at what it moved, and puts it back.
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const moved = await readHolder(aside)
  if (moved?.id !== holder?.id) await tryLink(aside, path)
  await rm(aside, { force: true })
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    const { mtimeMs } = await stat(path)
    return Date.now() - mtimeMs < SILENT_MS
  }
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  // Process ids are used again; the start time tells two processes with one id apart.
  return (await processStart(holder.pid)) === holder.startedAt
}

/** Start time in clock ticks where the system shows it (Linux), else an empty string. */
async function processStart(pid: number): Promise<string> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const heldByAnother = (root: string) =>
  new StorageUnavailable(`another process writes to the storage folder ${root}`)
