import { existsSync } from 'node:fs'

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A tool that some tests need and a bare machine may lack. */
export interface OptionalTool {
  readonly name: 'chromium' | 's3'
  readonly present: boolean
  /** Files of tests that need it, as `*.<suffix>.test.ts`. */
  readonly suffix: string
  readonly howToGet: string
}

/** Where Chromium is, from `CHROMIUM_PATH` or the usual places; undefined without one. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') return given
  return CHROMIUM_PATHS.find((path) => existsSync(path))
}

/** An S3 server for tests. */
export interface TestS3 {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

/** The S3 server named by `TEST_S3_ENDPOINT` and its companions; undefined without one. */
export function findS3(env: NodeJS.ProcessEnv): TestS3 | undefined {
  const endpoint = env['TEST_S3_ENDPOINT']
  const accessKey = env['TEST_S3_ACCESS_KEY']
  const secretKey = env['TEST_S3_SECRET_KEY']
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) return undefined
  return { endpoint, accessKey, secretKey, region: env['TEST_S3_REGION'] ?? 'us-east-1' }
}

/** What of the optional tools is here. */
export function findOptionalTools(env: NodeJS.ProcessEnv): readonly OptionalTool[] {
  return [
    {
      name: 'chromium',
      present: findChromium(env) !== undefined,
      suffix: 'browser',
      howToGet: 'install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH',
    },
    {
      name: 's3',
      present: findS3(env) !== undefined,
      suffix: 's3',
      howToGet: 'set TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY, TEST_S3_SECRET_KEY of an S3 server',
    },
  ]
}

/**
 * Patterns of the test files that cannot run here; one line is printed for each missing tool.
 *
 * @throws when `TEST_REQUIRE` (a comma list of tool names) names a missing tool: where all tests
 *   must run, leaving some out is a failure.
 */
export function excludeForMissing(
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): readonly string[] {
  const required = (env['TEST_REQUIRE'] ?? '').split(',').map((name) => name.trim())
  return findOptionalTools(env)
    .filter(({ present }) => !present)
    .map(({ name, suffix, howToGet }) => {
      if (required.includes(name)) throw new Error(`${name} is required here: ${howToGet}`)
      print(`without ${name}, tests named *.${suffix}.test.ts are left out; ${howToGet}`)
      return `**/*.${suffix}.test.ts`
    })
}
