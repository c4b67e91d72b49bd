import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@countersign/service-kit/log'
import { expect, it, onTestFinished, vi } from 'vitest'
import { inDirectory, removeAbandoned } from './work-directory.ts'

const log = createLogger({ service: 'dms', level: 'silent' })
/** No system counts so far. */
const DEAD = 2 ** 30

it('[DMS-16] removes copies of files that a process left, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dms-left-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  const make = async (host: string, pid: number) => {
    const name = `dms-work-${host}-${pid}-${'0'.repeat(16)}-abcdef`
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'source'), 'a copy')
    return name
  }
  const kept = [await make(hostname(), process.ppid), await make('another-host', DEAD), 'dms-other']
  await mkdir(join(folder, 'dms-other'))
  await make(hostname(), DEAD)
  // Of an earlier start, in a container where each has this number.
  await make(hostname(), process.pid)

  await inDirectory(async (directory) => {
    await removeAbandoned(log)
    await access(directory)
  })

  expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted())
})
