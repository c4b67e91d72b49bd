import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { ConfigError } from '@countersign/service-kit/config'
import { SeedError } from './bootstrap/apply.ts'
import { readSeed, SeedFault } from './bootstrap/read.ts'
import { withDatabase } from './cli/with-database.ts'
import type { IamDatabase } from './db/types.ts'
import type * as CreateModule from './cli/create.ts'
import type { PasswordHasher } from './password-hasher.ts'

const usage = `Usage: iam <command>

  bootstrap --file <seed.json | ->   apply tenants, people and clients; may be run again
  migrate [--check]                  apply (or list) pending migrations
  config print                       the settings as JSON, secrets hidden
  keys rotate                        let the next signing key sign
  client create --type <SPA|SERVICE> --client-id <id> --name <name> [--tenant <id>] [--scope <s>]…
      SERVICE: [--grant-tenant <id>]… [--all-tenants]; prints the secret, once
      SPA: --redirect-uri <u>… --post-logout-redirect-uri <u>… [--backchannel-logout-uri <u>] [--require-consent]
  user create --username <u> --display-name <n> --tenant <id> [--email <e>] [--role <code>]… [--department <code>] [--post <p>]
      reads the first password from standard input
  doctor                             look at what a start needs, change nothing
`

async function run(args: readonly string[]): Promise<void> {
  switch (
    args
      .slice(0, 2)
      .filter((arg) => !arg.startsWith('--'))
      .join(' ')
  ) {
    case 'bootstrap':
      return bootstrap(args)
    case 'migrate':
      await import('./migrate.ts')
      return
    case 'config print': {
      const { ConfigSchema, readConfig } = await import('./config.ts')
      const { printConfig } = await import('@countersign/service-kit/config')
      console.log(printConfig(ConfigSchema, readConfig(process.env)))
      return
    }
    case 'keys rotate':
      return rotate()
    case 'client create':
      return createClient(args.slice(2))
    case 'user create':
      return createUser(args.slice(2))
    case 'doctor':
      return examineAll()
    default:
      console.error(usage)
      process.exitCode = 2
  }
}

async function bootstrap(args: readonly string[]): Promise<void> {
  const file = args[args.indexOf('--file') + 1]
  if (!args.includes('--file') || file === undefined)
    throw new SeedFault(['bootstrap needs --file <seed.json>'])
  const seed = readSeed(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'))
  const [{ readDatabaseConfig }, { applySeed }, { createPasswordHasher }] = await Promise.all([
    import('./config.ts'),
    import('./bootstrap/apply.ts'),
    import('./password-hasher.ts'),
  ])
  await withDatabase(readDatabaseConfig(process.env), (db) =>
    applySeed(db, createPasswordHasher(), seed),
  )
}

async function rotate(): Promise<void> {
  const [{ readKeyConfig }, { rotateKeys }, { createSealer }] = await Promise.all([
    import('./config.ts'),
    import('./features/keys/rotate.ts'),
    import('@countersign/service-kit/sealing'),
  ])
  const config = readKeyConfig(process.env)
  const sealer = createSealer(config.KEY_ENCRYPTION_KEY)
  await withDatabase(config, async (db) => {
    const keys = await rotateKeys({ db, sealer, now: () => new Date() }, { actorKind: 'system' })
    console.log(`signing with ${keys.find(({ status }) => status === 'current')?.kid}`)
  })
}

const createUser = (args: readonly string[]) =>
  create(async (db, hasher, { createUserByCommand }) =>
    createUserByCommand(db, hasher, args, (await text(process.stdin)).replace(/\r?\n$/, '')),
  )

const createClient = (args: readonly string[]) =>
  create((db, hasher, { createClientByCommand }) => createClientByCommand(db, hasher, args))

async function create(
  work: (db: IamDatabase, hasher: PasswordHasher, commands: typeof CreateModule) => Promise<object>,
): Promise<void> {
  const [{ readDatabaseConfig }, commands, { createPasswordHasher }] = await Promise.all([
    import('./config.ts'),
    import('./cli/create.ts'),
    import('./password-hasher.ts'),
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
  await run(process.argv.slice(2))
} catch (error) {
  // Mistakes of the operator get one clear text; anything else is a bug and shows its stack.
  const mistake =
    error instanceof ConfigError || error instanceof SeedError || error instanceof SeedFault
  console.error(mistake ? error.message : error)
  process.exitCode = 1
}
