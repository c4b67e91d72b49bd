import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const CLAMD_PATHS = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd']
const SLAPD_PATHS = ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/local/libexec/slapd']

const HOW_TO_GET = {
  chromium: 'install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH',
  s3: 'start Docker, or set TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY',
  clamd: 'install ClamAV (Debian: apt-get install clamav-daemon) or set CLAMD_PATH',
  ffmpeg: 'install ffmpeg (Debian: apt-get install ffmpeg)',
  heif: 'install the tools of libheif (Debian: apt-get install libheif-examples)',
  libreoffice: 'install LibreOffice (Debian: apt-get install libreoffice-writer-nogui)',
  poppler: 'install poppler (Debian: apt-get install poppler-utils)',
  s3server: 'build Versity Gateway (.ci/s3.sh does) and set TEST_S3_SERVER to its path',
  slapd: 'install OpenLDAP and OpenSSL (Debian: apt-get install slapd openssl) or set SLAPD_PATH',
} as const

/** Tools that some tests need and a bare machine may lack. */
export type OptionalTool = keyof typeof HOW_TO_GET

/** Where Chromium is, from `CHROMIUM_PATH` or the usual places; undefined without one. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['CHROMIUM_PATH']
  if (given !== undefined && given !== '') return given
  return CHROMIUM_PATHS.find((path) => existsSync(path))
}

/** Where OpenLDAP's server is, from `SLAPD_PATH` or the usual places; undefined without one. */
export function findSlapd(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['SLAPD_PATH']
  if (given !== undefined && given !== '') return given
  return SLAPD_PATHS.find((path) => existsSync(path))
}

/** Where ClamAV's server is, from `CLAMD_PATH` or the usual places; undefined without one. */
export function findClamd(env: NodeJS.ProcessEnv): string | undefined {
  const given = env['CLAMD_PATH']
  if (given !== undefined && given !== '') return given
  return CLAMD_PATHS.find((path) => existsSync(path))
}

const PREVIEW_TOOLS = {
  poppler: 'pdftoppm',
  ffmpeg: 'ffmpeg',
  heif: 'heif-convert',
  libreoffice: 'soffice',
} as const

/** Of what the tests of previews need, what is not on the search path. */
export function findMissingPreviewTools(env: NodeJS.ProcessEnv): readonly OptionalTool[] {
  const folders = (env['PATH'] ?? '').split(delimiter)
  return Object.entries(PREVIEW_TOOLS)
    .filter(([, name]) => !folders.some((folder) => existsSync(join(folder, name))))
    .map(([tool]) => tool as keyof typeof PREVIEW_TOOLS)
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

/**
 * Path of an S3 server's program (Versity Gateway) for tests that freeze and kill one of their own,
 * from `TEST_S3_SERVER`; undefined without one.
 */
export function findS3Server(env: NodeJS.ProcessEnv): string | undefined {
  const path = env['TEST_S3_SERVER']
  return path === undefined || path === '' ? undefined : path
}

/**
 * The line to print for a tool that is missing: what is left out and how to get it.
 *
 * @throws when `TEST_REQUIRE` (a comma list) names the tool: where all tests must run, leaving some
 *   out is a failure.
 */
export function missingTool(tool: OptionalTool, env: NodeJS.ProcessEnv): string {
  const required = (env['TEST_REQUIRE'] ?? '').split(',').map((name) => name.trim())
  if (required.includes(tool)) throw new Error(`${tool} is required here: ${HOW_TO_GET[tool]}`)
  return `without ${tool}, the tests that need it are left out; to run them: ${HOW_TO_GET[tool]}`
}
