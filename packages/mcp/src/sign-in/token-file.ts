import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname } from 'node:path'

/** Where the refresh token is between two runs; without a file it is in memory alone. */
export interface TokenStore {
  read(): Promise<string | undefined>
  write(refreshToken: string | undefined): Promise<void>
}

export function createMemoryStore(): TokenStore {
  let held: string | undefined
  return {
    read: async () => held,
    write: async (refreshToken) => {
      held = refreshToken
    },
  }
}

/**
 * A file that its owner alone may read. It is replaced, never written in place: a run that dies leaves
 * the old one or the new one.
 *
 * @param of Whose token it is; a file about another client or platform is not used.
 */
export function createFileStore(
  path: string,
  of: { issuer: string; clientId: string },
): TokenStore {
  return {
    async read() {
      const text = await readOwn(path)
      if (text === undefined) return undefined
      const kept = JSON.parse(text) as Record<string, unknown>
      const isOurs = kept['issuer'] === of.issuer && kept['clientId'] === of.clientId
      return isOurs && typeof kept['refreshToken'] === 'string' ? kept['refreshToken'] : undefined
    },
    async write(refreshToken) {
      if (refreshToken === undefined) return rm(path, { force: true })
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const next = `${path}.${randomUUID()}`
      await writeFile(next, JSON.stringify({ ...of, refreshToken }), { mode: 0o600, flag: 'wx' })
      await rename(next, path)
    },
  }
}

/** @throws Error when others may read it: what they have seen is no secret. */
async function readOwn(path: string): Promise<string | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return undefined
  if (platform() !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Error(`${path} may be read by others: remove it and sign in again`)
  return readFile(path, 'utf8')
}
