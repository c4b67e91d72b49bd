import { afterEach, describe, expect, it } from 'vitest'
import { checkImports } from './cruise.ts'
import { rules } from './rules.ts'
import { plantTree } from './tree.testing.ts'

const removals: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(removals.splice(0).map((remove) => remove()))
})

async function violationsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { root, remove } = await plantTree(files)
  removals.push(remove)
  const folders = [...new Set([...Object.keys(files), 'packages/'].map((path) => top(path)))]
  const found = await checkImports(root, folders)
  return found.map(({ rule, from }) => `${rule}: ${from}`)
}

function top(path: string): string {
  return path.split('/')[0] ?? path
}

const value = 'export const it = 1\n'
const imports = (from: string): string => `import { it } from '${from}'\nexport const user = it\n`
const importsType = (from: string): string =>
  `import type { It } from '${from}'\nexport type A = It\n`
const transaction = imports('@countersign/service-kit/transaction')

/** For each room of a folder one that it may not import, imported. */
function plantRooms(rule: string, folder: string, wrong: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(wrong).map(([room, other]) => {
      const culprit = `${folder}/${room}/a.ts`
      const files = { [culprit]: imports(`../${other}/b.ts`), [`${folder}/${other}/b.ts`]: value }
      return [`${rule}-${room}`, [{ culprit, files }]]
    }),
  )
}

/** For each rule: a tree that breaks it once, and the file that does. */
const planted: Record<string, { files: Record<string, string>; culprit: string }[]> = {
  'core-imports-core': [
    {
      culprit: 'services/bpm/src/core/task.ts',
      files: {
        'services/bpm/src/core/task.ts': imports('../db/schema.ts'),
        'services/bpm/src/db/schema.ts': value,
      },
    },
    {
      culprit: 'services/bpm/src/core/task.ts',
      files: { 'services/bpm/src/core/task.ts': imports('node:fs') },
    },
    {
      culprit: 'services/bpm/src/core/task.ts',
      files: {
        'services/bpm/src/core/task.ts': importsType('../features/tasks/schema.ts'),
        'services/bpm/src/features/tasks/schema.ts': 'export type It = 1\n',
      },
    },
  ],
  'services-apart': [
    {
      culprit: 'services/dms/src/bindings.ts',
      files: {
        'services/dms/src/bindings.ts': imports('../../bpm/src/instances.ts'),
        'services/bpm/src/instances.ts': value,
      },
    },
  ],
  'packages-below-services': [
    {
      culprit: 'packages/contracts/src/index.test.ts',
      files: {
        'packages/contracts/src/index.test.ts': imports('../../../services/bpm/src/events.ts'),
        'services/bpm/src/events.ts': value,
      },
    },
  ],
  'services-below-deployments': [
    {
      culprit: 'services/iam/src/app.ts',
      files: {
        'services/iam/src/app.ts': imports('../../../deploy/local/src/ports.ts'),
        'deploy/local/src/ports.ts': value,
      },
    },
  ],
  'deployments-start-services': [
    {
      culprit: 'deploy/local/src/start.ts',
      files: {
        'deploy/local/src/start.ts': imports('../../../services/iam/src/app.ts'),
        'services/iam/src/app.ts': value,
      },
    },
  ],
  'e2e-knows-http-only': [
    {
      culprit: 'e2e/main-job.test.ts',
      files: {
        'e2e/main-job.test.ts': imports('../services/bpm/src/app.ts'),
        'services/bpm/src/app.ts': value,
      },
    },
  ],
  'no-cycles': [
    {
      culprit: 'services/bpm/src/one.ts',
      files: {
        'services/bpm/src/one.ts': importsType('./two.ts'),
        'services/bpm/src/two.ts': "import type { A } from './one.ts'\nexport type It = A | 1\n",
      },
    },
  ],
  'features-meet-in-queries': [
    {
      culprit: 'services/bpm/src/features/tasks/approve.ts',
      files: {
        'services/bpm/src/features/tasks/approve.ts': imports('../instances/start.ts'),
        'services/bpm/src/features/instances/start.ts': value,
      },
    },
  ],
  'features-on-top': [
    {
      culprit: 'services/bpm/src/runtime/record.ts',
      files: {
        'services/bpm/src/runtime/record.ts': imports('../features/deliveries/queries.ts'),
        'services/bpm/src/features/deliveries/queries.ts': value,
      },
    },
    {
      culprit: 'services/dms/src/access.ts',
      files: {
        'services/dms/src/access.ts': importsType('./features/documents/queries.ts'),
        'services/dms/src/features/documents/queries.ts': 'export type It = 1\n',
      },
    },
  ],
  'iam-changes-by-actors': [
    {
      culprit: 'services/iam/src/features/roles/change.ts',
      files: { 'services/iam/src/features/roles/change.ts': transaction },
    },
  ],
  'transactions-in-use-cases': [
    {
      culprit: 'services/bpm/src/features/tasks/routes.ts',
      files: { 'services/bpm/src/features/tasks/routes.ts': transaction },
    },
    {
      culprit: 'services/bpm/src/features/tasks/inbox-queries.ts',
      files: { 'services/bpm/src/features/tasks/inbox-queries.ts': transaction },
    },
    {
      culprit: 'services/bpm/src/features/deliveries/keys/queries.ts',
      files: { 'services/bpm/src/features/deliveries/keys/queries.ts': transaction },
    },
    {
      culprit: 'services/bpm/src/app.ts',
      files: { 'services/bpm/src/app.ts': transaction },
    },
  ],
  'config-at-the-edge': [
    {
      culprit: 'services/dms/src/features/uploads/complete.ts',
      files: {
        'services/dms/src/features/uploads/complete.ts': imports('../../config.ts'),
        'services/dms/src/config.ts': value,
      },
    },
  ],
  'sql-in-queries': [
    {
      culprit: 'services/dms/src/features/uploads/routes.ts',
      files: { 'services/dms/src/features/uploads/routes.ts': imports('kysely') },
    },
  ],
  'oidc-behind-its-folder': [
    {
      culprit: 'services/iam/src/features/keys/rotate.ts',
      files: {
        'services/iam/src/features/keys/rotate.ts': imports('../../oidc/provider/provider.ts'),
        'services/iam/src/oidc/provider/provider.ts': value,
      },
    },
  ],
  ...plantRooms('oidc-room', 'services/iam/src/oidc', {
    store: 'provider',
    pages: 'sign-in',
    provider: 'pages',
    token: 'sign-in',
    'sign-out': 'token',
    'sign-in': 'federation',
    federation: 'token',
  }),
  ...plantRooms('runtime-room', 'services/bpm/src/runtime', {
    load: 'decide',
    decide: 'people',
    people: 'load',
    write: 'people',
    calls: 'people',
    views: 'decide',
    forecast: 'load',
    starts: 'calls',
  }),
  ...plantRooms('dms-room', 'services/dms/src', {
    db: 'access',
    storage: 'db',
    scanning: 'clients',
    conversion: 'content',
    access: 'content',
    content: 'access',
    preview: 'http',
    http: 'access',
    clients: 'db',
  }),
  'one-door-pg': [
    {
      culprit: 'services/iam/src/features/users/queries.ts',
      files: { 'services/iam/src/features/users/queries.ts': imports('pg') },
    },
  ],
  'one-door-piscina': [
    {
      culprit: 'services/bpm/src/features/definitions/import.ts',
      files: { 'services/bpm/src/features/definitions/import.ts': imports('piscina') },
    },
  ],
  'one-door-web-push': [
    {
      culprit: 'services/bpm/src/features/tasks/act.ts',
      files: { 'services/bpm/src/features/tasks/act.ts': imports('web-push') },
    },
  ],
  'one-door-undici': [
    {
      culprit: 'services/bpm/src/features/deliveries/send.ts',
      files: { 'services/bpm/src/features/deliveries/send.ts': imports('undici') },
    },
  ],
  'one-door-oidc-provider': [
    {
      culprit: 'services/iam/src/app.ts',
      files: { 'services/iam/src/app.ts': imports('oidc-provider') },
    },
  ],
  'one-door-openid-client': [
    {
      culprit: 'services/iam/src/oidc/sign-in.ts',
      files: { 'services/iam/src/oidc/sign-in.ts': imports('openid-client') },
    },
  ],
  'one-door-ldapts': [
    {
      culprit: 'services/iam/src/features/federation/accept.ts',
      files: { 'services/iam/src/features/federation/accept.ts': imports('ldapts') },
    },
  ],
  'one-door-minio': [
    {
      culprit: 'services/dms/src/features/uploads/complete.ts',
      files: { 'services/dms/src/features/uploads/complete.ts': imports('minio') },
    },
  ],
  'one-door-jose': [
    {
      culprit: 'services/dms/src/addresses.ts',
      files: { 'services/dms/src/addresses.ts': imports('jose') },
    },
  ],
  'verifier-stands-alone': [
    {
      culprit: 'packages/auth-verifier/src/verify.ts',
      files: { 'packages/auth-verifier/src/verify.ts': imports('typebox') },
    },
    {
      culprit: 'packages/auth-verifier/src/verify.ts',
      files: { 'packages/auth-verifier/src/verify.ts': imports('kysely') },
    },
  ],
  'approval-ui-stands-alone': [
    {
      culprit: 'packages/approval-ui/src/panel.ts',
      files: {
        'packages/approval-ui/src/panel.ts': imports('../../contracts/src/events.ts'),
        'packages/contracts/src/events.ts': value,
      },
    },
  ],
  'client-stands-alone': [
    {
      culprit: 'packages/client/src/send.ts',
      files: { 'packages/client/src/send.ts': "import 'node:http'\n" },
    },
  ],
  'console-areas-apart': [
    {
      culprit: 'packages/console/src/areas/inbox/inbox-page.tsx',
      files: {
        'packages/console/src/areas/inbox/inbox-page.tsx': imports('../documents/folders.ts'),
        'packages/console/src/areas/documents/folders.ts': value,
      },
    },
  ],
  'contracts-hold-no-logic': [
    {
      culprit: 'packages/contracts/src/index.ts',
      files: { 'packages/contracts/src/index.ts': imports('node:crypto') },
    },
  ],
  'tests-stay-tests': [
    {
      culprit: 'services/iam/src/app.ts',
      files: { 'services/iam/src/app.ts': imports('vitest') },
    },
    {
      culprit: 'deploy/local/src/start.ts',
      files: {
        'deploy/local/src/start.ts': imports('./start.test.ts'),
        'deploy/local/src/start.test.ts': value,
      },
    },
  ],
  'imports-resolve': [
    {
      culprit: 'services/iam/src/app.ts',
      files: { 'services/iam/src/app.ts': imports('./gone.ts') },
    },
  ],
}

describe('import rules', () => {
  it('has a planted violation for every rule', () => {
    expect(Object.keys(planted).toSorted()).toEqual(rules.map(({ name }) => name ?? '').toSorted())
  })

  const cases = Object.entries(planted).flatMap(([rule, trees]) =>
    trees.map((tree) => ({ rule, ...tree })),
  )
  it.each(cases)('$rule finds $culprit', async ({ rule, files, culprit }) => {
    expect(await violationsOf(files)).toEqual([`${rule}: ${culprit}`])
  })

  it('lets a service be built as the house style says', async () => {
    expect(
      await violationsOf({
        'services/bpm/src/main.ts':
          imports('./config.ts') + imports('./app.ts').replaceAll('it', 'at'),
        'services/bpm/src/config.ts': value,
        'services/bpm/src/app.ts': 'export const at = 1\n',
        'services/bpm/src/core/task.ts': imports('./instance.ts'),
        'services/bpm/src/core/instance.ts': imports('node:crypto'),
        'services/bpm/src/core/instance.test.ts': imports('vitest'),
        'services/bpm/src/features/tasks/approve.ts': transaction,
        'services/bpm/src/features/tasks/worker.ts': imports('../instances/queries.ts'),
        'services/bpm/src/features/tasks/expire.ts': imports('../instances/lane-queries.ts'),
        'services/bpm/src/features/tasks/tasks.test.ts': imports('../instances/start.ts'),
        'services/bpm/src/features/instances/queries.ts': imports('kysely'),
        'services/bpm/src/features/instances/lane-queries.ts': value,
        'services/bpm/src/features/instances/start.ts': value,
        'services/iam/src/oidc/provider.ts': imports('oidc-provider'),
        'services/iam/src/core/claims.ts': value,
        'services/iam/src/oidc/sign.ts': imports('jose'),
        'packages/auth-verifier/src/verify.ts': imports('node:crypto'),
        'deploy/expense/src/app.ts': imports('pg'),
        'e2e/main-job.test.ts': imports('undici'),
      }),
    ).toEqual([])
  })

  it('fails when it found nothing to read', async () => {
    await expect(violationsOf({ 'services/readme.txt': 'no modules' })).rejects.toThrow(
      'no module found below services/',
    )
  })
})
