/** Code whose tests are tried by changing it. */
export interface MutatedPart {
  readonly name: string
  /** What is changed, from the root of the repository; `!` leaves out. */
  readonly mutate: readonly string[]
  /** The tests that are to notice. */
  readonly tests: readonly string[]
  readonly database?: true
}

const TESTS = ['!**/*.test.ts', '!**/*.testing.ts', '!**/testing.ts', '!**/testing/**']

/** All of a folder but what only its tests use. */
const sources = (folder: string): readonly string[] => [
  `${folder}/**/*.ts`,
  ...TESTS.map((one) => one.replace('!', `!${folder}/`)),
]

export const parts: readonly MutatedPart[] = [
  {
    name: 'event-receiver',
    // The command and the conformance tests are programs of their own, which its tests start.
    mutate: [
      ...sources('packages/event-receiver/src'),
      '!packages/event-receiver/src/{conformance,fixtures}/**',
      '!packages/event-receiver/src/cli.ts',
    ],
    tests: ['packages/event-receiver/src/**/!(cli).test.ts'],
    database: true,
  },
  {
    name: 'auth-verifier',
    mutate: sources('packages/auth-verifier/src'),
    tests: ['packages/auth-verifier/src/**/*.test.ts'],
  },
  ...['iam', 'dms', 'bpm'].map((service) => ({
    name: `${service}/core`,
    mutate: sources(`services/${service}/src/core`),
    tests: [`services/${service}/src/core/**/*.test.ts`],
  })),
]
