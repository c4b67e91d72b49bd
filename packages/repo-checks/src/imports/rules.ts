import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser'

const TEST = String.raw`\.(test|testing)\.tsx?$|/(fixtures|testing)/`
const service = '^services/([^/]+)/src/'

/** Files that start a process: they may read its environment and assemble the rest. */
const ENTRY = String.raw`src/(main|migrate|create-deps|deps|cli)\.ts$`

/** What starts a service and fits its parts together: it knows every feature by name. */
const ASSEMBLY = String.raw`^services/[^/]+/src/((app|main|workers|create-deps|cli)\.ts$|cli/)`

/** In iam, signing in and seeding are use-cases that belong to no feature (ADR 0009). */
const BESIDE_FEATURES = '^services/iam/src/(oidc|bootstrap)/'

/** Where iam opens the transactions of its callers (ADR 0021). */
const IAM_ACTOR = String.raw`^services/iam/src/actor\.ts$`

/** What iam's oidc/ may import of itself, beside settings.ts: the arrows between its rooms run one way. */
const OIDC_ROOMS = {
  store: [],
  pages: [],
  provider: ['store'],
  token: ['provider', 'store'],
  'sign-out': ['pages', 'provider', 'store'],
  'sign-in': ['pages', 'provider', 'store'],
  federation: ['pages', 'provider', 'sign-in', 'store'],
} as const

/**
 * What a room of bpm's runtime/ may import of the others: an action goes through load, decide, write and
 * calls in this order, and a reader never back. The loop above them imports all.
 */
const RUNTIME_ROOMS = {
  load: [],
  decide: ['load'],
  people: ['decide'],
  write: ['decide', 'load'],
  calls: ['decide', 'load', 'write'],
  views: ['load'],
  forecast: ['decide', 'people', 'views'],
  starts: ['decide', 'load', 'people', 'write'],
} as const

/** What a room of dms may import of the others beside core/ (services/dms/README.md). */
const DMS_ROOMS = {
  db: [],
  storage: [],
  scanning: [],
  conversion: [],
  access: ['db'],
  content: ['db', 'storage'],
  preview: ['access', 'content', 'conversion', 'db'],
  http: ['db'],
  clients: ['http'],
} as const

/** A package as dependency-cruiser shows it, whether it is installed, linked or missing. */
function external(name: string): string {
  return `(^|/)node_modules/${name}/|^${name}(/|$)`
}

/** What core/ may import beside itself: schemas, hashes, the language of conditions, calendars. */
const PURE = [
  '^packages/contracts/|^@countersign/contracts$',
  '^(node:)?crypto$',
  external('@marcbachmann/cel-js'),
  external('temporal-polyfill'),
]

function kit(module: string): string {
  return String.raw`^packages/service-kit/src/\w+/${module}\.ts$|^@countersign/service-kit/${module}$`
}

function forbid(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IForbiddenRuleType {
  return { name, comment, severity: 'error', from, to }
}

/** `dependency` is imported by files that match `doors` and by tests, by nothing else. */
function oneDoor(dependency: string, doors: readonly string[]): IForbiddenRuleType {
  return forbid(
    `one-door-${dependency}`,
    `${dependency} is imported in one place, so that its quirks are handled in one place`,
    { path: '^(services|packages)/', pathNot: [...doors, TEST] },
    { path: external(dependency) },
  )
}

/** The import rules of the repository. Tests are excepted unless a rule speaks of them. */
export const rules: readonly IForbiddenRuleType[] = [
  forbid(
    'core-imports-core',
    'decisions stay pure: core/ imports only core/ and what computes without a world around it',
    { path: `${service}core/`, pathNot: TEST },
    { path: '.', pathNot: ['^services/$1/src/core/', ...PURE] },
  ),
  forbid(
    'services-apart',
    'a service imports nothing of another service: they are deployed apart',
    { path: '^services/([^/]+)/' },
    { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
  ),
  forbid(
    'packages-below-services',
    'packages do not import services or deployments',
    { path: '^packages/' },
    { path: '^(services|deploy|e2e)/' },
  ),
  forbid(
    'services-below-deployments',
    'services know nothing of how they are deployed',
    { path: '^services/' },
    { path: '^(deploy|e2e)/' },
  ),
  forbid(
    'deployments-start-services',
    'deployments start services as processes; they import nothing of them',
    { path: '^deploy/' },
    { path: '^(services|e2e)/' },
  ),
  forbid(
    'e2e-knows-http-only',
    'the black box tests import only what a stranger can install, servers that play one, the clock, and the command that starts all',
    { path: '^e2e/' },
    {
      path: '^(services|deploy|packages)/',
      pathNot:
        '^packages/((contracts|client|auth-verifier|event-receiver|record)/|test-kit/src/(fake-business-app|otlp-collector|passing-time|platform)[.]ts)',
    },
  ),
  forbid('no-cycles', 'no import cycles, type imports included', {}, { circular: true }),
  forbid(
    'features-meet-in-queries',
    "a feature may import another feature's queries.ts, nothing else of it",
    { path: `${service}features/([^/]+)/`, pathNot: TEST },
    {
      path: '^services/$1/src/features/',
      pathNot: String.raw`^services/$1/src/features/($2/|[^/]+/[\w-]*queries\.ts$)`,
    },
  ),
  forbid(
    'features-on-top',
    "features stand on runtime/, on the other rooms and on the root's files, never the other way",
    { path: service, pathNot: [`${service}(core|features)/`, ASSEMBLY, BESIDE_FEATURES, TEST] },
    { path: '^services/[^/]+/src/features/' },
  ),
  forbid(
    'transactions-in-use-cases',
    'only use-cases and workers open transactions',
    {
      path: service,
      pathNot: [
        String.raw`/features/[\w/-]+/(?![\w-]*(routes|schema|queries)\.ts$)[\w.-]+$`,
        String.raw`^services/iam/src/(oidc/[^/]+|bootstrap|cli|keys|passwords|second-factor)/(?![\w-]*(routes|schema|queries)\.ts$)`,
        IAM_ACTOR,
        TEST,
      ],
    },
    { path: kit('transaction') },
  ),
  forbid(
    'iam-changes-by-actors',
    'what a caller of iam changes is changed by an actor: a transaction of actor.ts begins with the question what the caller may still do',
    {
      path: '^services/iam/src/features/',
      pathNot: [
        // Counts a try before anything is decided.
        '^services/iam/src/features/me/refuse-too-many[.]ts$',
        // A worker: it does what an actor has asked for.
        '^services/iam/src/features/erasures/erase[.]ts$',
        TEST,
      ],
    },
    { path: kit('transaction') },
  ),
  forbid(
    'config-at-the-edge',
    'only main.ts, migrate.ts, deps.ts and the command line import config.ts',
    { path: service, pathNot: [ENTRY, TEST] },
    // The type may be named elsewhere; it is the reading that has one place.
    { path: String.raw`^services/$1/src/config\.ts$`, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'sql-in-queries',
    'routes and schemas hold no SQL: they call queries and use-cases',
    { path: String.raw`/features/[\w/-]+/[\w-]*(routes|schema)\.ts$`, pathNot: TEST },
    { path: `${external('kysely')}|${external('pg')}`, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'oidc-behind-its-folder',
    'the index of iam/src/oidc is its only door',
    { path: '^services/iam/src/', pathNot: ['^services/iam/src/oidc/', TEST] },
    { path: '^services/iam/src/oidc/', pathNot: String.raw`^services/iam/src/oidc/index\.ts$` },
  ),
  ...Object.entries(OIDC_ROOMS).map(([room, others]) =>
    forbid(
      `oidc-room-${room}`,
      `iam's oidc/${room} imports ${others.length === 0 ? 'no other room' : others.join(', ')}`,
      { path: `^services/iam/src/oidc/${room}/`, pathNot: TEST },
      {
        path: '^services/iam/src/oidc/',
        pathNot: String.raw`^services/iam/src/oidc/(settings\.ts$|(${[room, ...others].join('|')})/)`,
      },
    ),
  ),
  ...Object.entries(RUNTIME_ROOMS).map(([room, others]) =>
    forbid(
      `runtime-room-${room}`,
      `bpm's runtime/${room} imports ${others.length === 0 ? 'no other room' : others.join(', ')}`,
      { path: `^services/bpm/src/runtime/${room}/`, pathNot: TEST },
      {
        path: '^services/bpm/src/runtime/',
        pathNot: String.raw`^services/bpm/src/runtime/((foresee|work)\.ts$|(${[room, ...others].join('|')})/)`,
      },
    ),
  ),
  ...Object.entries(DMS_ROOMS).map(([room, others]) =>
    forbid(
      `dms-room-${room}`,
      `dms's ${room}/ imports core/${others.length === 0 ? ' alone' : `, ${others.join(', ')}`}`,
      { path: `^services/dms/src/${room}/`, pathNot: TEST },
      {
        path: '^services/dms/src/[^/]+/',
        // What it may not import of features is told by features-on-top.
        pathNot: `^services/dms/src/(${['core', 'features', room, ...others].join('|')})/`,
      },
    ),
  ),
  oneDoor('pg', [
    '^packages/service-kit/src/database/',
    String.raw`^packages/event-receiver/src/pg\.ts$`,
    '^packages/test-kit/',
  ]),
  oneDoor('undici', [
    String.raw`^packages/service-kit/src/network/((http|webhook)-client|public-connector)\.ts$`,
    '^services/dms/src/storage/',
    '^packages/test-kit/',
  ]),
  oneDoor('oidc-provider', ['^services/iam/(src/oidc|bench)/']),
  oneDoor('openid-client', ['^services/iam/(src/upstream|bench)/']),
  oneDoor('ldapts', ['^services/iam/src/upstream/']),
  oneDoor('minio', [
    '^services/dms/src/storage/',
    String.raw`^packages/service-kit/src/audit/s3-anchors\.ts$`,
  ]),
  oneDoor('web-push', [String.raw`^services/bpm/src/features/notifications/push/pusher\.ts$`]),
  oneDoor('piscina', [String.raw`^services/bpm/src/offload/offload\.ts$`]),
  // The verifier needs no jose (ADR 0004, 0015): it is measured and tested against it.
  oneDoor('jose', ['^services/iam/src/', '^packages/auth-verifier/bench/']),
  forbid(
    'verifier-stands-alone',
    'business backends install the verifier: it depends on Node only',
    { path: '^packages/auth-verifier/src/', pathNot: TEST },
    {
      path: '.',
      pathNot: '^packages/auth-verifier/',
      dependencyTypesNot: ['core', 'type-only'],
    },
  ),
  forbid(
    'approval-ui-stands-alone',
    'any page installs the component: it depends on Lit, and its wrapper on the React of the page',
    { path: '^packages/approval-ui/src/', pathNot: TEST },
    { path: '.', pathNot: ['^packages/approval-ui/', external('lit'), external('react')] },
  ),
  forbid(
    'client-stands-alone',
    'the client runs in Node and in browsers: it depends on neither, nor on anything else',
    { path: '^packages/client/src/', pathNot: TEST },
    { path: '.', pathNot: '^packages/client/' },
  ),
  forbid(
    'console-areas-apart',
    'an area of the console is loaded alone: it imports nothing of another area',
    { path: String.raw`^packages/console/src/areas/([^/]+)/` },
    { path: '^packages/console/src/areas/', pathNot: '^packages/console/src/areas/$1/' },
  ),
  forbid(
    'contracts-hold-no-logic',
    'contracts are schemas: they import typebox and nothing else',
    { path: '^packages/contracts/src/', pathNot: TEST },
    { path: '.', pathNot: ['^packages/contracts/', external('typebox')] },
  ),
  forbid(
    'tests-stay-tests',
    'code that runs in production imports no test, no test-kit, no test runner',
    {
      path: '^(services|packages|deploy)/',
      pathNot: [
        TEST,
        '^(packages/(test-kit|repo-checks)|deploy/drills)/',
        '/(bench|screenshots)/',
        String.raw`/src/testing\.ts$`,
        String.raw`^deploy/local/src/(bench-(idle|startup)|compose/(check|main-job))\.ts$`,
      ],
    },
    {
      path: String.raw`\.test\.tsx?$|^packages/test-kit/|^@countersign/test-kit|${external('vitest')}`,
    },
  ),
  forbid(
    'imports-resolve',
    'an import that leads nowhere is invisible to every other rule',
    // A plain page of the examples names what lies beside it where it is served.
    { pathNot: '^packages/[^/]+/examples/[^/]+[.]js$' },
    { couldNotResolve: true },
  ),
]
