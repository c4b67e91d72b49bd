import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How to get what some tests need and a bare machine may lack. */
const HOW_TO_GET = {
  apache: 'install Apache (Debian: apt-get install apache2 libapache2-mod-auth-openidc)',
  caddy: 'install Caddy (Debian: apt-get install caddy) or set CADDY_PATH',
  chromium: 'install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH',
  clamd: 'install ClamAV (Debian: apt-get install clamav-daemon) or set CLAMD_PATH',
  'example-go': 'install Go 1.26 or newer and run e2e/interop/build.sh example-go',
  'example-java':
    'install a JDK and Maven (Debian: default-jdk-headless maven) and run e2e/interop/build.sh example-java',
  'example-python':
    'install Python (Debian: apt-get install python3-venv) and run e2e/interop/build.sh example-python',
  ffmpeg: 'install ffmpeg (Debian: apt-get install ffmpeg)',
  go: 'install Go 1.26 or newer and run e2e/interop/build.sh go-oidc',
  haproxy: 'install HAProxy (Debian: apt-get install haproxy) or set HAPROXY_PATH',
  heif: 'install the tools of libheif (Debian: apt-get install libheif-examples)',
  histories: 'install Go 1.26 or newer and run e2e/interop/build.sh histories',
  java: 'install a JDK and Maven (Debian: default-jdk-headless maven) and run e2e/interop/build.sh spring',
  libreoffice: 'install LibreOffice (Debian: apt-get install libreoffice-writer-nogui)',
  mount: 'run them as root on Linux, where a file system may be mounted',
  nginx: 'install nginx (Debian: apt-get install nginx-light) or set NGINX_PATH',
  poppler: 'install poppler (Debian: apt-get install poppler-utils)',
  postgresql: 'install PostgreSQL (Debian: apt-get install postgresql) or set PG_BASEBACKUP_PATH',
  prometheus: 'install Prometheus (Debian: apt-get install prometheus) or set PROMETHEUS_PATH',
  promtool: 'install Prometheus (Debian: apt-get install prometheus) or set PROMTOOL_PATH',
  python:
    'install Python (Debian: apt-get install python3-venv) and run e2e/interop/build.sh authlib',
  registry: 'set TEST_REGISTRY=true where npm may fetch packages from its registry',
  s3: 'start Docker, or set TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY',
  s3server: 'build Versity Gateway (.ci/s3.sh does) and set TEST_S3_SERVER to its path',
  schemathesis:
    'install Python (Debian: apt-get install python3-venv) and run e2e/interop/build.sh schemathesis',
  slapd: 'install OpenLDAP and OpenSSL (Debian: apt-get install slapd openssl) or set SLAPD_PATH',
} as const

/** A tool that some tests need; they carry its name as a tag. */
export type OptionalTool = keyof typeof HOW_TO_GET

export const optionalTools = Object.keys(HOW_TO_GET) as readonly OptionalTool[]

declare module 'vitest' {
  interface TestTags {
    tags: OptionalTool
  }
}

/** What e2e/interop/build.sh made: a toolchain alone is not enough, tests fetch nothing. */
const builtClient = (path: string): string =>
  fileURLToPath(new URL(`../../../.local/interop/${path}`, import.meta.url))

/** Programs by the variable that names their path, with the places where they usually are. */
const PROGRAMS = {
  apache: {
    variable: 'MOD_AUTH_OPENIDC_PATH',
    paths: ['/usr/lib/apache2/modules/mod_auth_openidc.so'],
  },
  caddy: { variable: 'CADDY_PATH', paths: ['/usr/bin/caddy', '/usr/local/bin/caddy'] },
  chromium: {
    variable: 'CHROMIUM_PATH',
    paths: [
      // The same browser without a window to draw: a third less of a processor.
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
  },
  clamd: {
    variable: 'CLAMD_PATH',
    paths: ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'],
  },
  'example-go': { variable: 'EXAMPLE_GO', paths: [builtClient('example-go')] },
  'example-java': {
    variable: 'EXAMPLE_JAVA',
    paths: [builtClient('example-java/expenses.jar')],
  },
  'example-python': {
    variable: 'EXAMPLE_PYTHON',
    paths: [builtClient('example-python/bin/python')],
  },
  go: { variable: 'INTEROP_GO_OIDC', paths: [builtClient('go-oidc')] },
  haproxy: { variable: 'HAPROXY_PATH', paths: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'] },
  histories: { variable: 'HISTORIES_CHECKER', paths: [builtClient('histories')] },
  java: { variable: 'INTEROP_SPRING', paths: [builtClient('spring/interop.jar')] },
  nginx: { variable: 'NGINX_PATH', paths: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'] },
  postgresql: {
    variable: 'PG_BASEBACKUP_PATH',
    paths: [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pg_basebackup`),
  },
  prometheus: {
    variable: 'PROMETHEUS_PATH',
    paths: ['/usr/bin/prometheus', '/usr/local/bin/prometheus'],
  },
  promtool: { variable: 'PROMTOOL_PATH', paths: ['/usr/bin/promtool', '/usr/local/bin/promtool'] },
  python: { variable: 'INTEROP_PYTHON', paths: [builtClient('authlib/bin/python')] },
  s3server: { variable: 'TEST_S3_SERVER', paths: [] },
  schemathesis: {
    variable: 'SCHEMATHESIS_PATH',
    paths: [builtClient('schemathesis/bin/st')],
  },
  slapd: {
    variable: 'SLAPD_PATH',
    paths: ['/usr/sbin/slapd', '/usr/libexec/slapd', '/usr/local/libexec/slapd'],
  },
} as const

type Program = keyof typeof PROGRAMS

/** Where a program is, from the variable that names it or the usual places; undefined without it. */
export function findProgram(tool: Program, env: NodeJS.ProcessEnv): string | undefined {
  if (isHidden(tool, env)) return undefined
  const { variable, paths } = PROGRAMS[tool]
  const given = env[variable]
  if (given !== undefined && given !== '') return given
  return paths.find((path) => existsSync(path))
}

/** What previews are made with, by the name of the program on the search path. */
const PREVIEW_TOOLS = {
  poppler: 'pdftoppm',
  ffmpeg: 'ffmpeg',
  heif: 'heif-convert',
  libreoffice: 'soffice',
} as const

type PreviewTool = keyof typeof PREVIEW_TOOLS

function isOnPath(tool: PreviewTool, env: NodeJS.ProcessEnv): boolean {
  if (isHidden(tool, env)) return false
  const folders = (env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, PREVIEW_TOOLS[tool])))
}

/** Whether this account may mount a file system: tried in a name space of its own, so nothing stays. */
function mayMount(): boolean {
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'test', tmpdir()])
  return status === 0
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
  if (isHidden('s3', env)) return undefined
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) return undefined
  return { endpoint, accessKey, secretKey, region: env['TEST_S3_REGION'] ?? 'us-east-1' }
}

/**
 * The S3 server of this run, for tests that carry the tag `s3`. Without one its members are empty:
 * these tests are then skipped, but the file that holds them is still read.
 */
export function s3OfRun(env: NodeJS.ProcessEnv): TestS3 {
  return findS3(env) ?? { endpoint: '', accessKey: '', secretKey: '', region: '' }
}

/**
 * Whether `TEST_TOOLS` keeps a tool from the tests: a comma list of those that may be used, `none`
 * for a run as on a bare machine. Without it all that are found are used.
 */
export function isHidden(tool: OptionalTool | 'docker', env: NodeJS.ProcessEnv): boolean {
  const allowed = env['TEST_TOOLS']
  return allowed !== undefined && !names(allowed).includes(tool)
}

/**
 * Of all optional tools, those that this machine lacks or hides.
 *
 * @param hasDocker Whether a container can stand in for the S3 server.
 */
export function findMissingTools(
  env: NodeJS.ProcessEnv,
  hasDocker: boolean,
): readonly OptionalTool[] {
  const isThere = (tool: OptionalTool): boolean => {
    if (tool in PROGRAMS) return findProgram(tool as Program, env) !== undefined
    if (tool in PREVIEW_TOOLS) return isOnPath(tool as PreviewTool, env)
    if (tool === 'registry') return !isHidden(tool, env) && env['TEST_REGISTRY'] === 'true'
    if (tool === 'mount') return !isHidden(tool, env) && mayMount()
    return findS3(env) !== undefined || (hasDocker && !isHidden(tool, env))
  }
  return optionalTools.filter((tool) => !isThere(tool))
}

/**
 * How to get the missing tools, by name.
 *
 * @throws when `TEST_REQUIRE` (a comma list) names one of them: where all tests must run, skipping
 *   some is a failure.
 */
export function howToGet(
  missing: readonly OptionalTool[],
  env: NodeJS.ProcessEnv,
): ReadonlyMap<OptionalTool, string> {
  const required = names(env['TEST_REQUIRE'] ?? '')
  const lacking = missing.filter((tool) => required.includes(tool))
  if (lacking.length > 0) {
    const ways = lacking.map((tool) => `${tool}: ${HOW_TO_GET[tool]}`)
    throw new Error(`required here, and missing: ${ways.join('; ')}`)
  }
  return new Map(missing.map((tool) => [tool, HOW_TO_GET[tool]]))
}

/** The tags of the test runner: a test that carries a missing tool's name is skipped, and counted. */
export function toolTags(
  missing: readonly OptionalTool[],
): { name: OptionalTool; description: string; skip?: true }[] {
  return optionalTools.map((name) => ({
    name,
    description: `needs ${name}: ${HOW_TO_GET[name]}`,
    // Of several tags the last that says anything wins: a tool that is there must say nothing.
    ...(missing.includes(name) && { skip: true }),
  }))
}

const names = (list: string): readonly string[] => list.split(',').map((name) => name.trim())
