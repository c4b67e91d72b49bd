import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { call } from './api.ts'

const command = fileURLToPath(new URL('cli.ts', import.meta.resolve('@countersign/record')))
const run = promisify(execFile)

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The published command as whoever keeps records runs it: with files, and no network. */
export const verify = (...files: string[]): Promise<Ran> =>
  run(process.execPath, ['--conditions=source', command, 'verify', ...files]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ran) => error,
  )

/** A folder that is gone after the test; answers what puts a file into it. */
export async function makeArchive(): Promise<
  (name: string, content: string | Buffer) => Promise<string>
> {
  const folder = await mkdtemp(join(tmpdir(), 'record-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return async (name, content) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
}

/** The keys of the platform, as one keeps them. */
export const readRecordKeys = async () => (await call('GET', '/api/bpm/v1/record-keys')).body
