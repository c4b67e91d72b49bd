import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPlatform } from './platform.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The `platform.json` of each platform under test, one for each worker: addresses, accounts, clients. */
    platformFiles: readonly string[]
  }
}

const stops: (() => Promise<void>)[] = []

/**
 * How many platforms the black box tests run on: two processors are busy with two, and no two
 * stories share a platform. `E2E_PLATFORM_FILE` names the `platform.json` of a running one instead.
 */
export function platformsAtOnce(env: NodeJS.ProcessEnv): number {
  return givenPlatform(env) === undefined ? Math.min(2, availableParallelism()) : 1
}

/**
 * vitest's hook before the black box tests: platforms, started as the README says, on ports and in
 * folders of their own; not more than there are files to run.
 */
export async function setup(project: TestProject): Promise<void> {
  const given = givenPlatform(process.env)
  if (given !== undefined) {
    project.provide('platformFiles', [given])
    return
  }
  const files = project.vitest.state.getPaths().filter((path) => path.includes('/e2e/')).length
  const folders: string[] = []
  // One after the other: the first builds the pages.
  for (let left = Math.min(files, platformsAtOnce(process.env)); left > 0; left -= 1) {
    folders.push(await startInFolder())
  }
  project.provide(
    'platformFiles',
    folders.map((folder) => join(folder, 'platform.json')),
  )
}

async function startInFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  // PostgreSQL started by root runs as another user, who must get through here.
  await chmod(dataDir, 0o711)
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
  return dataDir
}

function givenPlatform({ E2E_PLATFORM_FILE: file }: NodeJS.ProcessEnv): string | undefined {
  return file === '' ? undefined : file
}

/** vitest's hook after them. */
export async function teardown(): Promise<void> {
  for (const stop of stops.splice(0)) await stop()
}
