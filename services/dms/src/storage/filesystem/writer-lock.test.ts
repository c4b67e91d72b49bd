import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { StorageUnavailable } from '../object-store.ts'
import { acquireWriterLock } from './writer-lock.ts'

const folders: string[] = []

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'dms-lock-'))
  folders.push(folder)
  return folder
}

const holderSource = `
  import { acquireWriterLock } from ${JSON.stringify(new URL('writer-lock.ts', import.meta.url).href)}
  await acquireWriterLock(process.argv[1])
  console.log('held')
  setInterval(() => {}, 1000)
`

async function startHolder(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holderSource, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000)

/** The lock of a process on another host whose last sign of life is that old; its path. */
async function plantForeignHolder(folder: string, silentSeconds: number): Promise<string> {
  const path = join(folder, 'writer.lock')
  const holder = { id: 'other', host: 'elsewhere', pid: process.pid, startedAt: '1' }
  await writeFile(path, JSON.stringify(holder))
  await utimes(path, ago(silentSeconds), ago(silentSeconds))
  return path
}

describe('writer lock', () => {
  it('lets one of many starters through', async () => {
    const folder = await makeFolder()

    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => acquireWriterLock(folder)),
    )

    const held = results.filter((result) => result.status === 'fulfilled')
    expect(held).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StorageUnavailable)
    }
    await held[0]?.value.release()
  })

  it('is kept from others while its holder lives, and free when the holder was killed', async () => {
    const folder = await makeFolder()
    const holder = await startHolder(folder)

    await expect(acquireWriterLock(folder)).rejects.toThrow(StorageUnavailable)
    await holder.kill()

    const lock = await acquireWriterLock(folder)
    await lock.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('lets one of many replace a holder elsewhere that fell silent, and none while it lives', async () => {
    const folder = await makeFolder()
    const lived = await plantForeignHolder(folder, 10)

    await expect(acquireWriterLock(folder)).rejects.toThrow(StorageUnavailable)
    expect(await readFile(lived, 'utf8')).toContain('"elsewhere"')
    await utimes(lived, ago(31), ago(31))
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => acquireWriterLock(folder)),
    )

    const held = results.filter((result) => result.status === 'fulfilled')
    expect(held).toHaveLength(1)
    expect(await held[0]?.value.isHeld()).toBe(true)
    await held[0]?.value.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('is not believed of a process that has the id of a dead holder', async () => {
    const folder = await makeFolder()
    const holder = { id: 'dead', host: hostname(), pid: process.pid, startedAt: 'another start' }
    await writeFile(join(folder, 'writer.lock'), JSON.stringify(holder))

    const lock = await acquireWriterLock(folder)

    expect(await lock.isHeld()).toBe(true)
    await lock.release()
  })
})
