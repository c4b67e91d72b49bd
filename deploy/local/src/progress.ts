import type { Platform } from './seed/platform.ts'

type Write = (line: string) => void

export interface Progress {
  /** Runs a step and prints one line for it, with the seconds it took. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>
  line(text: string): void
  readonly timings: { readonly label: string; readonly ms: number }[]
}

export function createProgress(write: Write): Progress {
  const timings: { label: string; ms: number }[] = []
  return {
    timings,
    line: write,
    async step(label, work) {
      const startedAt = performance.now()
      const result = await work()
      const ms = Math.round(performance.now() - startedAt)
      timings.push({ label, ms })
      write(`  ${label.padEnd(44)} ${(ms / 1000).toFixed(1).padStart(5)} s`)
      return result
    },
  }
}

/** What people see at the end: where things are and who may sign in. */
export function summarize(platform: Platform, platformFile: string, seconds: number): string {
  const { services, sampleApp, users } = platform
  const tenants = new Map(platform.tenants.map(({ id, name }) => [id, name]))
  const rows = [
    ['Console', platform.console],
    ['Start page, APIs', platform.baseUrl],
    ['Sample application', sampleApp.baseUrl],
    ['API references', `${platform.baseUrl}/docs`],
    ['iam · bpm · dms', Object.values(services).join(' · ')],
  ]
  const accounts = users.map(
    ({ username, password, tenantId, roles }) =>
      `    ${username.padEnd(10)} ${password}   ${roles.join(', ')} in ${tenants.get(tenantId) ?? ''}`,
  )
  return [
    '',
    `Countersign is ready after ${seconds.toFixed(1)} s.`,
    '',
    ...rows.map(([label = '', address = '']) => `  ${label.padEnd(20)} ${address}`),
    '',
    '  Accounts',
    ...accounts,
    '',
    `  All of this, and the clients with their secrets: ${platformFile}`,
    '  Ctrl-C stops everything; the data stays.',
    '',
  ].join('\n')
}
