import { open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

const maxBytes = 16 * 1024 * 1024

/** Sets aside logs that have grown large; one older one of each is kept. */
export async function rotateLogs(logsDir: string): Promise<void> {
  for (const name of await readdir(logsDir)) {
    const path = join(logsDir, name)
    if (name.endsWith('.log') && (await stat(path)).size > maxBytes) await rename(path, `${path}.1`)
  }
}

/** The last lines of a log, for the moment something does not start. */
export async function tailOf(path: string, lines = 12): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = Math.min(size, 8_192)
    const { buffer } = await file.read({ buffer: Buffer.alloc(length), position: size - length })
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } finally {
    await file.close()
  }
}
