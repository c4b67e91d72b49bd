import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import {
  type Command,
  CommandFault,
  findCommand,
  readOptions,
} from '@countersign/service-kit/command-line'
import { readSeed } from './bootstrap/read.ts'
import type * as CreateModule from './cli/create.ts'
import { explain } from './cli/explain.ts'
import { withDatabase } from './cli/with-database.ts'
import type { IamDatabase } from './db/types.ts'
import type { PasswordHasher } from './passwords/hasher.ts'

const usage = `Usage: iam <command>

  bootstrap --file <seed.json | ->   apply tenants, people and clients; may be run again
  migrate [--check]                  apply (or list) pending migrations
  config print                       the settings as JSON, secrets hidden
  keys rotate                        let the next signing key sign
  keys replace-lost                  make new signing keys when KEY_ENCRYPTION_KEY was lost
  client create --type <SPA|SERVICE> --client-id <id> --name <name> [--tenant <id>] [--scope <s>]…
      SERVICE: [--grant-tenant <id>]… [--all-tenants]; prints the secret, once
      SPA: --redirect-uri <u>… --post-logout-redirect-uri <u>… [--backchannel-logout-uri <u>] [--require-consent]
  user create --username <u> --display-name <n> --tenant <id> [--email <e>] [--role <code>]… [--department <code>] [--post <p>]
      reads the first password from standard input
  admin recover --tenant <id> --username <u> [--role <code>] [--platform] [--display-name <n>]
      makes an account that exists an administrator again, or a new one whose first password it reads
      from standard input; a role that is missing (admin, when none is named) is made
  doctor                             look at what a start needs, change nothing
`

const commands: ReadonlyMap<string, Command<void>> = new Map([
  ['bootstrap', bootstrap],
  ['migrate', migrate],
  ['config print', withoutOptions(printSettings)],
  ['keys rotate', withoutOptions(() => changeKeys('rotateKeys'))],
  ['keys replace-lost', withoutOptions(() => changeKeys('replaceLostKeys'))],
  ['client create', createClient],
  ['user create', createUser],
  ['admin recover', recoverAdmin],
  ['doctor', withoutOptions(examineAll)],
])

function withoutOptions(command: () => Promise<void>): Command<void> {
  return (args) => {
    readOptions({}, args)
    return command()
  }
}

async function migrate(args: readonly string[]): Promise<void> {
  readOptions({ check: { type: 'boolean' } }, args)
  await import('./migrate.ts')
}

async function printSettings(): Promise<void> {
  const [{ ConfigSchema, readConfig }, { printConfig }] = await Promise.all([
    import('./config.ts'),
    import('@countersign/service-kit/config'),
  ])
  console.log(printConfig(ConfigSchema, readConfig(process.env)))
}

async function bootstrap(args: readonly string[]): Promise<void> {
  const { file } = readOptions({ file: { type: 'string' } }, args, ['file'])
  if (file === undefined) throw new CommandFault('--file is missing')
  const seed = readSeed(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'))
  const [{ readDatabaseConfig }, { applySeedByCommand }, { createPasswordHasher }] =
    await Promise.all([
      import('./config.ts'),
      import('./cli/create.ts'),
      import('./passwords/hasher.ts'),
    ])
  await withDatabase(readDatabaseConfig(process.env), (db) =>
    applySeedByCommand(db, createPasswordHasher(), seed),
  )
}

async function changeKeys(how: 'rotateKeys' | 'replaceLostKeys'): Promise<void> {
  const [{ readKeyConfig }, changes, { createSealer }] = await Promise.all([
    import('./config.ts'),
    import('./keys/rotate.ts'),
    import('@countersign/service-kit/sealing'),
  ])
  const config = readKeyConfig(process.env)
  const sealer = createSealer(config.KEY_ENCRYPTION_KEY)
  await withDatabase(config, async (db) => {
    const keys = await changes[how]({ db, sealer, now: () => new Date() }, { actorKind: 'system' })
    console.log(`signing with ${keys.find(({ status }) => status === 'current')?.kid}`)
  })
}

const readPassword = async () => (await text(process.stdin)).replace(/\r?\n$/, '')

function createUser(args: readonly string[]): Promise<void> {
  return create(async (db, hasher, { createUserByCommand }) =>
    createUserByCommand(db, hasher, args, await readPassword()),
  )
}

function recoverAdmin(args: readonly string[]): Promise<void> {
  return create(async (db, hasher) => {
    const { recoverAdministrator } = await import('./cli/recover.ts')
    return recoverAdministrator(db, hasher, args, readPassword)
  })
}

function createClient(args: readonly string[]): Promise<void> {
  return create((db, hasher, { createClientByCommand }) => createClientByCommand(db, hasher, args))
}

async function create(
  work: (db: IamDatabase, hasher: PasswordHasher, commands: typeof CreateModule) => Promise<object>,
): Promise<void> {
  const [{ readDatabaseConfig }, commands, { createPasswordHasher }] = await Promise.all([
    import('./config.ts'),
    import('./cli/create.ts'),
    import('./passwords/hasher.ts'),
  ])
  const made = await withDatabase(readDatabaseConfig(process.env), (db) =>
    work(db, createPasswordHasher(), commands),
  )
  console.log(JSON.stringify(made))
}

async function examineAll(): Promise<void> {
  const [{ readConfig }, { examine }] = await Promise.all([
    import('./config.ts'),
    import('./cli/doctor.ts'),
  ])
  const config = readConfig(process.env)
  const findings = await withDatabase(config, (db) => examine(db, config))
  for (const { check, ok, detail } of findings)
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${check}: ${detail}`)
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1
}

try {
  const command = findCommand(commands, process.argv.slice(2))
  if (command === 'help') console.log(usage)
  else if (command !== undefined) await command()
  else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (error) {
  // Mistakes of the operator get one clear text; anything else is a bug and shows its stack.
  console.error(explain(error) ?? error)
  process.exitCode = 1
}
