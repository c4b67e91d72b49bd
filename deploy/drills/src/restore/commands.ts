import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environments } from '@countersign/local/environments'
import type { Plan } from '@countersign/local/plan'
import { directories } from '@countersign/local/services'

export interface Difference {
  readonly kind: string
  readonly outcome: string
  readonly id?: string
  readonly text: string
}

/** `<service> reconcile --json` as an operator runs it, with the service's own settings. */
export async function reconcile(
  plan: Plan,
  service: 'iam' | 'bpm' | 'dms',
  databaseUrl: string,
  args: readonly string[],
): Promise<readonly Difference[]> {
  const entry = new URL('src/cli.ts', directories[service])
  const env = { ...environments(plan)[service], DATABASE_URL: databaseUrl }
  const { stdout, stderr } = await run(entry, ['reconcile', '--json', ...args], env)
  const lines = stdout.split('\n').filter((line) => line !== '')
  const said = lines.map((line) => JSON.parse(line) as Difference & { readonly done?: boolean })
  if (said.at(-1)?.done === undefined) throw new Error(`${service} reconcile: ${stderr}`)
  return said.slice(0, -1)
}

/** The published command that verifies records, without network. */
export const verifyRecord = (...files: string[]) =>
  run(new URL('cli.ts', import.meta.resolve('@countersign/record')), ['verify', ...files])

/** The published command that verifies audits. @param env With the keys of an s3 anchor. */
export const verifyAudit = (args: readonly string[], env?: NodeJS.ProcessEnv) =>
  run(
    new URL('../cli.ts', import.meta.resolve('@countersign/service-kit/audit-verify')),
    ['verify', ...args],
    env,
  )

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(
  entry: URL,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env, cwd: fileURLToPath(new URL('.', entry)), maxBuffer: 2 ** 26 }
    const command = ['--conditions=source', fileURLToPath(entry), ...args]
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr })
    })
  })
}
