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

const stops: (() => Promise<void>)[] = []

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
  project.provide('platformFile', join(dataDir, 'platform.json'))
  project.provide('platformDataDir', dataDir)
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  try {
    const platform = await startPlatform({ dataDir, env: process.env })
    stops.unshift(platform.stop)
    console.log(`platform for the black box tests: ready after ${platform.startMs} ms`)
  } catch (error) {
    // Thrown from here it would keep all other tests from running. So it fails the tests that need
    // the platform: there is no platform.json.
    console.error(error instanceof Error ? error.message : error)
  }
}

/** vitest's hook after them. */
export async function teardown(): Promise<void> {
  for (const stop of stops.splice(0)) await stop()
}
