// @module-tag schemathesis
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform, type RunningPlatform } from '@countersign/test-kit/platform'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Platform } from '../support/platform.ts'
import { type Asker, tokenFor } from './callers.ts'
import { runSchemathesis } from './run.ts'

// A platform of its own: an administrator who tries everything leaves nothing as it was.
let folder: string
let running: RunningPlatform
let platform: Platform

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-schemathesis-'))
  // PostgreSQL started by root runs as another user, who must get through here.
  await chmod(folder, 0o711)
  running = await startPlatform({ dataDir: folder, env: process.env })
  // The launcher wrote it for programs to read; its shape is the contract's.
  platform = JSON.parse(await readFile(join(folder, 'platform.json'), 'utf8')) as Platform
})

afterAll(async () => {
  await running.stop()
  await rm(folder, { recursive: true, force: true })
})

// The administrator comes last, and iam last of their services: what they take from others would be
// missed.
const services = ['bpm', 'dms', 'iam'] as const

/*
 * Examples and a few drawn requests of every operation, for each asker: some 600 requests. The coverage
 * phase sends every boundary of every schema and some more that break it, thousands of requests: once
 * for each operation, by an asker who gets further than its first door. All with all checks, and the same in
 * every run.
 */
const runs: readonly { asker: Asker; what: string; options: readonly string[] }[] = [
  { asker: 'service', what: 'some of all', options: ['--phases', 'examples,fuzzing'] },
  {
    asker: 'service',
    what: 'all boundaries of what services alone may ask',
    options: ['--phases', 'coverage', '--include-path-regex', '^/internal/'],
  },
  { asker: 'user', what: 'some of all', options: ['--phases', 'examples,fuzzing'] },
  {
    asker: 'administrator',
    what: 'some of all, and all boundaries',
    options: ['--phases', 'examples,coverage,fuzzing'],
  },
]

it.each(runs.flatMap((run) => services.map((service) => ({ service, ...run }))))(
  '$service answers as its document says, asked by $asker: $what',
  async ({ service, asker, options }) => {
    const { output, failed } = await runSchemathesis(
      `${platform.services[service]}/openapi.json`,
      () => tokenFor(asker, service, platform),
      options,
    )
    expect(failed, output).toBe(false)
  },
  900_000,
)
