import { open, type FileHandle } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import type { AnchorStore } from './anchor-store.ts'

/**
 * A file for each service, a line for each anchor. The folder is not made: it should be another's, who
 * lets the service add to the file and not change it (`chattr +a`).
 */
export function createFileAnchors(directory: string): AnchorStore {
  const pathOf = (service: string) => join(directory, `${service}.jws`)
  return {
    async add(service, jws) {
      const file = await open(pathOf(service), 'a+', 0o640)
      try {
        // A crash may have left half a line: it stays one of its own.
        await file.write(`${(await endsInLine(file)) ? '\n' : ''}${jws}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await syncDirectory(directory)
    },
    async *read(service) {
      const file = await open(pathOf(service), 'r').catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      if (file === undefined) return
      try {
        for await (const line of file.readLines()) if (line !== '') yield line
      } finally {
        await file.close()
      }
    },
  }
}

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== '\n'.charCodeAt(0)
}

// The name of a new file is durable with its folder. Windows opens no folders, and needs none.
async function syncDirectory(directory: string): Promise<void> {
  if (platform() === 'win32') return
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
