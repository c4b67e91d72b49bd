import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Progress } from '../progress.ts'
import { serviceNames, type ServiceName } from '../secrets.ts'
import type { Seeded } from '../seeded.ts'
import { environments, migrationEnvironments } from '../environments.ts'
import { adminUrl, clientOf, type Plan } from '../plan.ts'
import { directories, logFileOf } from '../services.ts'
import { runTask } from '../task.ts'
import { UserError } from '../user-error.ts'
import { definitions } from './definitions.ts'

/** A database and its roles for each service. */
export async function prepareDatabases(plan: Plan): Promise<void> {
  const { databases, owners } = plan.secrets
  await runTask({
    name: 'preparing the databases',
    entry: new URL('../postgres/prepare.ts', import.meta.url),
    env: {
      ...plan.baseEnv,
      NODE_COMPILE_CACHE: plan.layout.cacheDir,
      ADMIN_URL: adminUrl(plan),
      PASSWORDS: JSON.stringify({ databases, owners }),
    },
    logFile: logFileOf(plan.layout, 'postgresql'),
  })
}

/** Each service's own migrate command, as in any other deployment. */
export async function migrateAll(
  plan: Plan,
  names: readonly ServiceName[] = serviceNames,
): Promise<void> {
  const envs = migrationEnvironments(plan)
  await Promise.all(
    names.map((name) =>
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
  const { layout, platform, settings, baseEnv } = plan
  const logFile = logFileOf(layout, 'iam')
  const content = [platform, await hashFiles(['people.ts', 'roles.ts', 'seed.ts'])]
  await seeded.once('iam', content, () =>
    progress.step('tenants, people and clients', async () => {
      await runTask({
        name: 'writing the seed',
        entry: new URL('./write.ts', import.meta.url),
        env: { ...baseEnv, DATA_DIR: layout.dataDir, PORT_BASE: String(settings.ports.gateway) },
        logFile,
      })
      await runTask({
        name: 'iam bootstrap',
        entry: new URL('src/cli.ts', directories.iam),
        args: ['bootstrap', '--file', layout.seedFile],
        env: environments(plan).iam,
        logFile,
      })
    }),
  )
}

// The seed itself is not loaded here: the sources it is made from tell whether it has changed.
async function hashFiles(names: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const name of names) hash.update(await readFile(new URL(name, import.meta.url)))
  return hash.digest('hex')
}

/**
 * The two processes of the demonstration, published as an administrator would. Later that may be refused, as when
 * somebody has changed their password: a platform that had them starts with those that it has.
 */
export async function publishDefinitions(plan: Plan, seeded: Seeded, progress: Progress) {
  try {
    await publishOnce(plan, seeded, progress)
  } catch (error) {
    if (!(error instanceof UserError) || !seeded.knows('definitions')) throw error
    const [reason] = error.message.split('\n')
    progress.line(`! The processes of the demonstration stay as they were: ${reason}`)
  }
}

async function publishOnce(plan: Plan, seeded: Seeded, progress: Progress) {
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
