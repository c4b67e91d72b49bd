import { writeJson } from '../files.ts'
import type { Progress } from '../progress.ts'
import { serviceNames } from '../secrets.ts'
import type { Seeded } from '../seeded.ts'
import { environments } from '../environments.ts'
import { clientOf, type Plan } from '../plan.ts'
import { directories, logFileOf } from '../services.ts'
import { runTask } from '../task.ts'
import { definitions } from './definitions.ts'
import { buildSeed } from './seed.ts'

/** Each service's own migrate command, as in any other deployment. */
export async function migrateAll(plan: Plan): Promise<void> {
  const envs = environments(plan)
  await Promise.all(
    serviceNames.map((name) =>
      runTask({
        name: `${name} migrate`,
        entry: new URL('src/migrate.ts', directories[name]),
        env: envs[name],
        logFile: logFileOf(plan.layout, name),
      }),
    ),
  )
}

/** Tenants, people and clients, by iam's own command. */
export async function bootstrapIam(plan: Plan, seeded: Seeded, progress: Progress): Promise<void> {
  const { layout, platform, secrets } = plan
  const seed = buildSeed(platform, secrets)
  await seeded.once('iam', seed, () =>
    progress.step('tenants, people and clients', async () => {
      await writeJson(layout.seedFile, seed)
      await runTask({
        name: 'iam bootstrap',
        entry: new URL('src/cli.ts', directories.iam),
        args: ['bootstrap', '--file', layout.seedFile],
        env: environments(plan).iam,
        logFile: logFileOf(layout, 'iam'),
      })
    }),
  )
}

/** The two processes of the demonstration, published as an administrator would. */
export async function publishDefinitions(plan: Plan, seeded: Seeded, progress: Progress) {
  const { layout, platform, secrets, baseEnv } = plan
  await seeded.once('definitions', definitions, () =>
    progress.step('business types and processes', async () => {
      await runTask({
        name: 'dms biz-type register',
        entry: new URL('src/cli.ts', directories.dms),
        args: ['biz-type', 'register', '--tenant', secrets.ids.demo],
        env: environments(plan).dms,
        logFile: logFileOf(layout, 'dms'),
      })
      await runTask({
        name: 'publishing the processes',
        entry: new URL('./publish.ts', import.meta.url),
        env: {
          ...baseEnv,
          BASE_URL: platform.baseUrl,
          CLIENT_ID: clientOf(platform, 'console').clientId,
          REDIRECT_URI: clientOf(platform, 'console').redirectUris?.[0] ?? '',
          ADMIN_PASSWORD: secrets.passwords.admin,
        },
        logFile: logFileOf(layout, 'publish'),
      })
    }),
  )
}
