import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ORPHAN_PREFIX, removeOrphans } from './orphans.ts'

it('removes the folder of a run that was killed, and leaves that of a running one', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['-e', ''])
  const left = await mkdtemp(join(tmpdir(), `${ORPHAN_PREFIX}${ended}-`))
  const ours = await mkdtemp(join(tmpdir(), `${ORPHAN_PREFIX}${process.pid}-`))

  await removeOrphans()

  expect(existsSync(left)).toBe(false)
  expect(existsSync(ours)).toBe(true)
  await rm(ours, { recursive: true })
})
