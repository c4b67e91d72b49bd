import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { ConfigError } from '@countersign/service-kit/config'
import { SeedError } from './bootstrap/apply.ts'
import { readSeed, SeedFault } from './bootstrap/read.ts'
import type { IamDatabase } from './db/types.ts'

const usage = `Usage: iam <command>

  bootstrap --file <seed.json | ->   apply tenants, people and clients; may be run again
  migrate [--check]                  apply (or list) pending migrations
  config print                       the settings as JSON, secrets hidden
  keys rotate                        let the next signing key sign
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

async function withDatabase(
  config: { readonly DATABASE_URL: string; readonly LOG_LEVEL: string },
  work: (db: IamDatabase) => Promise<void>,
): Promise<void> {
  const [{ createDatabase }, { createLogger }] = await Promise.all([
    import('@countersign/service-kit/db'),
    import('@countersign/service-kit/log'),
  ])
  const log = createLogger({ service: 'iam', level: config.LOG_LEVEL })
  const db: IamDatabase = createDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'iam-cli',
    log,
  })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
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
