import { Type } from 'typebox'
import { CommonConfig, ConfigError, loadConfig } from '../process/config.ts'
import { createLogger } from '../process/log.ts'
import { checkMigrations, migrate } from './migrate.ts'

const Config = Type.Object({
  DATABASE_URL: CommonConfig.DATABASE_URL,
  APPLICATION_ROLE: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 63,
      description:
        'Role that the service connects as, when it is not the owner: gets rows, no tables.',
    }),
  ),
  LOG_LEVEL: CommonConfig.LOG_LEVEL,
})

export interface MigrateCommand {
  readonly service: string
  readonly directory: URL
  readonly env: Readonly<Record<string, string | undefined>>
  /** `--check` applies nothing and tells by the exit code whether anything is pending. */
  readonly args: readonly string[]
  /** Where complaints go; standard error of a program. */
  readonly complain: (text: string) => void
}

/**
 * The `migrate` program of a service: `DATABASE_URL` (or `DATABASE_URL_FILE`) is all it needs. With
 * `APPLICATION_ROLE` it is the address of the owner, and that role is given what the service needs.
 *
 * @returns the exit code: 0, 1 when `--check` found pending migrations or one found rows that must be
 *   put right before, 2 for a bad environment.
 */
export async function runMigrateCommand(command: MigrateCommand): Promise<0 | 1 | 2> {
  const { service, directory, env, args, complain } = command
  const config = readConfig(env)
  if (config instanceof ConfigError) {
    complain(config.message)
    return 2
  }
  const url = config.DATABASE_URL
  if (!args.includes('--check')) {
    const log = createLogger({ service, level: config.LOG_LEVEL })
    const applicationRole = config.APPLICATION_ROLE
    const refusal = await migrate({ url, directory, applicationRole, log }).then(
      () => undefined,
      readRefusal,
    )
    if (refusal === undefined) return 0
    complain(refusal)
    return 1
  }
  const pending = await checkMigrations({ url, directory })
  if (pending.length === 0) return 0
  complain(`pending: ${pending.join(', ')}`)
  return 1
}

function readConfig(env: MigrateCommand['env']) {
  try {
    return loadConfig(Config, env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

// What a migration raises itself (`raise exception`) is for the operator, and so is a role that does
// not exist; the rest is a fault.
function readRefusal(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (error instanceof Error && (code === 'P0001' || code === '42704')) return error.message
  throw error
}
