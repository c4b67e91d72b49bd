import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environments } from '@countersign/local/environments'
import type { Plan } from '@countersign/local/plan'
import { directories } from '@countersign/local/services'
import { fileURLToPath } from 'node:url'
import type { DrilledService } from '../platform/instance.ts'

/**
 * Runs a command of a service as its operator does.
 *
 * @returns what it printed.
 * @throws with what it said when it ends with anything but 0.
 */
export async function runCommand(
  plan: Plan,
  service: DrilledService,
  words: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<string> {
  const entry = fileURLToPath(new URL('src/cli.ts', directories[service]))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', entry, ...words],
    { env: { ...environments(plan)[service], ...settings } },
  )
  return stdout.trim()
}
