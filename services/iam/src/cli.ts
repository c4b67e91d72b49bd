import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { withDatabase } from '@countersign/service-kit/command-database'
import {
  type Command,
  CommandFault,
  readOptions,
  withoutOptions,
} from '@countersign/service-kit/command-line'
import { runCommands, settingsCommands } from '@countersign/service-kit/run-commands'
import { readSeed } from './bootstrap/read.ts'
import type * as CreateModule from './cli/create.ts'
import { explain } from './cli/explain.ts'
import type * as SecretsModule from './cli/secrets.ts'
import type { Platform } from './core/resources.ts'
import type { IamDatabase } from './db/types.ts'
import type { PasswordHasher } from './passwords/hasher.ts'

const usage = `Usage: iam <command>

  bootstrap --file <seed.json | ->   apply tenants, people and clients; may be run again
  migrate [--check]                  apply (or list) pending migrations
  config print                       the settings as JSON, secrets hidden
  config check                       look at the settings alone, connect to nothing
  keys rotate                        let the next signing key sign
  keys reseal                        seal what rests in the database under the first KEY_ENCRYPTION_KEY
  keys replace-lost                  make new signing keys when KEY_ENCRYPTION_KEY was lost
  client create --type <SPA|SERVICE> --client-id <id> --name <name> [--tenant <id>] [--scope <s>]…
      SERVICE: [--grant-tenant <id>]… [--all-tenants]; prints the secret, once
      SPA: --redirect-uri <u>… --post-logout-redirect-uri <u>… [--backchannel-logout-uri <u>] [--require-consent] [--agent]
  secret list --client-id <id>       live secrets of a SERVICE client, never their text
  secret add --client-id <id>        adds a second one; prints it, once
  secret remove --client-id <id> --id <secret>
  user create --username <u> --display-name <n> --tenant <id> [--email <e>] [--role <code>]… [--department <code>] [--post <p>]
      reads the first password from standard input
  admin recover --tenant <id> --username <u> [--role <code>] [--platform] [--display-name <n>]
      makes an account that exists an administrator again, or a new one whose first password it reads
      from standard input; a role that is missing (admin, when none is named) is made
  person export --tenant <id> --user <id> [--after <cursor>] [--by <who>]
      prints what iam has of a person as lines of JSON; goes on behind the cursor of a line
  person erase --tenant <id> --user <id> [--cancel | --status]
      asks for a disabled account to be forgotten in all services, after ERASURE_WAITING_DAYS; cancels that,
      or says how far it is
  tenant export --tenant <id> [--after <cursor>] [--by <who>]
      prints what iam has of a tenant as lines of JSON, without secrets; goes on behind the cursor of a line
  tenant erase --tenant <id> [--wait-days <n>] [--by <who>] | --confirm <id> | --status | --cancel
      asks for the erasure of a suspended tenant; begun and gone on with by the id that was answered, once it
      has waited (7 days). DATABASE_URL is the owner's, as for migrate
  doctor                             look at all that a start needs, change nothing
  reconcile [--repair] [--restored-to <time>] [--json]
      after a restore: compare with the anchors of the audit; with --restored-to, when the database itself
      was restored to that moment, end what may have been revoked since, and name what a person must
      decide

Ends with 0 when it is done and all is well, 1 when something is not, 2 when it was called wrongly.
`

/** Each tells whether all is well. */
const commands: ReadonlyMap<string, Command<boolean>> = new Map([
  ['bootstrap', bootstrap],
  ['migrate', migrate],
  ...settingsCommands(() => import('./config.ts')),
  ['keys rotate', withoutOptions(() => changeKeys('rotateKeys'))],
  ['keys reseal', withoutOptions(resealKeys)],
  ['keys replace-lost', withoutOptions(() => changeKeys('replaceLostKeys'))],
  ['client create', createClient],
  ['secret list', changeSecrets('listSecretsByCommand')],
  ['secret add', changeSecrets('addSecretByCommand')],
  ['secret remove', changeSecrets('removeSecretByCommand')],
  ['user create', createUser],
  ['admin recover', recoverAdmin],
  ['person export', exportPerson],
  ['person erase', erase],
  ['tenant export', exportTenant],
  ['tenant erase', eraseTenant],
  ['doctor', withoutOptions(examineAll)],
  ['reconcile', reconcileAll],
])

async function migrate(args: readonly string[]): Promise<boolean> {
  readOptions({ check: { type: 'boolean' } }, args)
  await import('./migrate.ts')
  // It sets the exit code itself.
  return true
}

async function bootstrap(args: readonly string[]): Promise<boolean> {
  const { file } = readOptions({ file: { type: 'string' } }, args, ['file'])
  if (file === undefined) throw new CommandFault('--file is missing')
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
  const seed = readSeed(content, readPlatform())
  const [{ readDatabaseConfig }, { applySeedByCommand }, { createPasswordHasher }] =
    await Promise.all([
      import('./config.ts'),
      import('./cli/create.ts'),
      import('./passwords/hasher.ts'),
    ])
  await withDatabase('iam', readDatabaseConfig(process.env), (db) =>
    applySeedByCommand(db, createPasswordHasher(), seed),
  )
  return true
}

/** As the service is told; undefined where this machine is not. */
function readPlatform(): Platform | undefined {
  const { ISSUER_URL: issuer, AUDIENCE: audience } = process.env
  return issuer ? { issuer, audience: audience || issuer } : undefined
}

async function changeKeys(how: 'rotateKeys' | 'replaceLostKeys'): Promise<boolean> {
  const [{ readKeyConfig }, changes, { createSealer }] = await Promise.all([
    import('./config.ts'),
    import('./keys/rotate.ts'),
    import('@countersign/service-kit/sealing'),
  ])
  const config = readKeyConfig(process.env)
  const sealer = createSealer(config.KEY_ENCRYPTION_KEY)
  await withDatabase('iam', config, async (db) => {
    const keys = await changes[how]({ db, sealer, now: () => new Date() }, { actorKind: 'system' })
    console.log(`signing with ${keys.find(({ status }) => status === 'current')?.kid}`)
  })
  return true
}

async function resealKeys(): Promise<boolean> {
  const [{ readKeyConfig }, { resealAll }, { createSealer }] = await Promise.all([
    import('./config.ts'),
    import('./keys/reseal.ts'),
    import('@countersign/service-kit/sealing'),
  ])
  const config = readKeyConfig(process.env)
  const sealer = createSealer(config.KEY_ENCRYPTION_KEY)
  return withDatabase('iam', config, async (db) => {
    const { count, foreign } = await resealAll(db, sealer)
    console.log(`${count} sealed anew`)
    for (const context of foreign) console.error(`no key opens ${context}`)
    return foreign.length === 0
  })
}

function changeSecrets(how: keyof typeof SecretsModule): Command<boolean> {
  return async (args) => {
    const [{ readDatabaseConfig }, commands] = await Promise.all([
      import('./config.ts'),
      import('./cli/secrets.ts'),
    ])
    const answer = await withDatabase(
      'iam',
      readDatabaseConfig(process.env),
      (db): Promise<object> => commands[how](db, args),
    )
    console.log(JSON.stringify(answer))
    return true
  }
}

const readPassword = async () => (await text(process.stdin)).replace(/\r?\n$/, '')

function createUser(args: readonly string[]): Promise<boolean> {
  return create(async (db, hasher, { createUserByCommand }) =>
    createUserByCommand(db, hasher, args, await readPassword()),
  )
}

function recoverAdmin(args: readonly string[]): Promise<boolean> {
  return create(async (db, hasher) => {
    const { recoverAdministrator } = await import('./cli/recover.ts')
    return recoverAdministrator(db, hasher, args, readPassword)
  })
}

function createClient(args: readonly string[]): Promise<boolean> {
  return create((db, hasher, { createClientByCommand }) =>
    createClientByCommand(db, hasher, args, readPlatform()),
  )
}

async function create(
  work: (db: IamDatabase, hasher: PasswordHasher, commands: typeof CreateModule) => Promise<object>,
): Promise<boolean> {
  const [{ readDatabaseConfig }, commands, { createPasswordHasher }] = await Promise.all([
    import('./config.ts'),
    import('./cli/create.ts'),
    import('./passwords/hasher.ts'),
  ])
  const made = await withDatabase('iam', readDatabaseConfig(process.env), (db) =>
    work(db, createPasswordHasher(), commands),
  )
  console.log(JSON.stringify(made))
  return true
}

async function exportPerson(args: readonly string[]): Promise<boolean> {
  const [{ readDatabaseConfig }, { exportOfPerson }] = await Promise.all([
    import('./config.ts'),
    import('./cli/export-person.ts'),
  ])
  await withDatabase('iam', readDatabaseConfig(process.env), (db) =>
    exportOfPerson(db, args, (line) => console.log(line)),
  )
  return true
}

async function erase(args: readonly string[]): Promise<boolean> {
  const [{ readErasureConfig }, { erasureSettings }, { erasePerson }] = await Promise.all([
    import('./config.ts'),
    import('./create-deps.ts'),
    import('./cli/erase-person.ts'),
  ])
  const config = readErasureConfig(process.env)
  const said = await withDatabase('iam', config, (db) =>
    erasePerson(db, erasureSettings(config), args),
  )
  console.log(JSON.stringify(said))
  return true
}

async function exportTenant(args: readonly string[]): Promise<boolean> {
  const [{ readDatabaseConfig }, { exportOfTenant }] = await Promise.all([
    import('./config.ts'),
    import('./cli/export-tenant.ts'),
  ])
  await withDatabase('iam', readDatabaseConfig(process.env), (db) =>
    exportOfTenant(db, args, (line) => console.log(line)),
  )
  return true
}

async function eraseTenant(args: readonly string[]): Promise<boolean> {
  const [{ readDatabaseConfig }, { tenantErasing }, { eraseTenantByCommand }] = await Promise.all([
    import('./config.ts'),
    import('./features/tenants/erase.ts'),
    import('@countersign/service-kit/tenants-erase-command'),
  ])
  const note = (said: string) => console.error(said)
  await withDatabase('iam', readDatabaseConfig(process.env), (db) =>
    eraseTenantByCommand({ ...tenantErasing(db), note }, args, (line) => console.log(line)),
  )
  return true
}

async function examineAll(): Promise<boolean> {
  const [{ readConfig }, { diagnose }, { printFindings }] = await Promise.all([
    import('./config.ts'),
    import('./cli/doctor.ts'),
    import('@countersign/service-kit/doctor'),
  ])
  const config = readConfig(process.env)
  const findings = await withDatabase('iam', config, (db: IamDatabase) => diagnose(db, config))
  return printFindings(findings, console.log)
}

async function reconcileAll(args: readonly string[]): Promise<boolean> {
  const [{ readConfig }, { reconcile }] = await Promise.all([
    import('./config.ts'),
    import('./cli/reconcile.ts'),
  ])
  const config = readConfig(process.env)
  return withDatabase('iam', config, (db: IamDatabase) => reconcile(db, config, args, console.log))
}

await runCommands({ usage, commands, explain })
