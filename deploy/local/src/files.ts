import { open, readFile, rename, rm } from 'node:fs/promises'

/**
 * Writes JSON so that a reader finds the old content or the new, never half of it, also after a
 * power cut. Mode 0600: most of these files hold secrets.
 */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}

/** Reads JSON; undefined when there is no such file. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
