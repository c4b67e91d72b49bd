import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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
})
