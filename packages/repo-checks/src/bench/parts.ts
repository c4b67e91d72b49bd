/** A benchmark of the suite, with sizes that let all of them end within half an hour on two cores. */
export interface Part {
  readonly name: string
  /** Its script, from the root of the repository. */
  readonly script: string
  readonly options: readonly string[]
  /** Needs Chromium. */
  readonly inBrowser?: true
}

export const parts: readonly Part[] = [
  { name: 'verifier', script: 'packages/auth-verifier/bench/main.ts', options: [] },
  { name: 'iam', script: 'services/iam/bench/main.ts', options: ['--seconds', '6'] },
  { name: 'gateway', script: 'deploy/gateway/bench/main.ts', options: ['--seconds', '10'] },
  { name: 'tracing', script: 'services/iam/bench/tracing.ts', options: ['--seconds', '8'] },
  {
    name: 'bpm',
    script: 'services/bpm/bench/approvals.ts',
    options: ['--only', 'speed', '--count', '1500'],
  },
  {
    name: 'bpm, compiling',
    script: 'services/bpm/bench/approvals.ts',
    options: ['--only', 'compile'],
  },
  {
    name: 'bpm, inbox',
    script: 'services/bpm/bench/approvals.ts',
    options: ['--only', 'inbox', '--open', '100000', '--done', '500000', '--users', '1000'],
  },
  {
    name: 'events',
    script: 'services/bpm/bench/main.ts',
    options: [
      '--drains-only',
      '--contenders',
      'ceiling,lanes',
      '--troubles',
      'none',
      '--workers',
      '1,2',
    ],
  },
  {
    name: 'dms',
    script: 'services/dms/bench/main.ts',
    options: ['--mib', '256', '--small', '500', '--documents', '0'],
  },
  {
    name: 'dms, library',
    script: 'services/dms/bench/library.ts',
    options: ['--documents', '100000', '--calls', '2000'],
  },
  { name: 'start-up', script: 'deploy/local/src/bench-startup.ts', options: [] },
  { name: 'console', script: 'packages/console/bench/main.ts', options: [], inBrowser: true },
]
