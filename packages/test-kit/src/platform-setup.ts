import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPlatform } from './platform.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The `platform.json` of the platform under test: addresses, accounts, clients. */
    platformFile: string
    /** Its data folder; undefined when the tests were given a platform that somebody else runs. */
    platformDataDir: string | undefined
  }
}

let stopPlatform: (() => Promise<void>) | undefined

/**
 * vitest's hook before the black box tests: one platform, started as the README says, on ports and
 * in a folder of its own. `E2E_PLATFORM_FILE` names the `platform.json` of a running one instead.
 */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['E2E_PLATFORM_FILE']
  if (given !== undefined && given !== '') {
    project.provide('platformFile', given)
    project.provide('platformDataDir', undefined)
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  // PostgreSQL started by root runs as another user, who must get through here.
  await chmod(dataDir, 0o711)
  const platform = await startPlatform({ dataDir, env: process.env })
  stopPlatform = async () => {
    await platform.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  project.provide('platformFile', platform.file)
  project.provide('platformDataDir', dataDir)
  console.log(`platform for the black box tests: ready after ${platform.startMs} ms`)
}

/** vitest's hook after them. */
export async function teardown(): Promise<void> {
  await stopPlatform?.()
}
