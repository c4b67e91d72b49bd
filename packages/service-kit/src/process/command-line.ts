import { hostname, userInfo } from 'node:os'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ConfigError } from './config.ts'

/** What the operator typed does not fit; the message says what to change. */
export class CommandFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandFault'
  }
}

export type Command<T> = (args: readonly string[]) => Promise<T>

/**
 * The command that the first one or two words name, with what follows them; `help` for whoever asks
 * for it, and undefined for who names no command.
 */
export function findCommand<T>(
  commands: ReadonlyMap<string, Command<T>>,
  args: readonly string[],
): (() => Promise<T>) | 'help' | undefined {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) return 'help'
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => commands.has(words))
  const command = name === undefined ? undefined : commands.get(name)
  if (name === undefined || command === undefined) return undefined
  return () => command(args.slice(name.split(' ').length))
}

/**
 * The options of a command. Nothing is ignored: a word that a command does not know may be the one
 * that mattered.
 *
 * @throws {@link CommandFault}
 */
export function readOptions<T extends NonNullable<ParseArgsConfig['options']>>(
  options: T,
  args: readonly string[],
  required: readonly (keyof T & string)[] = [],
) {
  const values = parse(options, args)
  const missing = required.filter((name) => !Object.hasOwn(values, name))
  if (missing.length > 0)
    throw new CommandFault(missing.map((name) => `--${name} is missing`).join('\n'))
  return values
}

/** A command that takes no options, and refuses any. */
export const withoutOptions =
  <T>(work: () => Promise<T>): Command<T> =>
  (args) => {
    readOptions({}, args)
    return work()
  }

/** Who an audit names for a command: what they say of themselves, or the account of the machine. */
export const whoRuns = (said: string | undefined): string =>
  said ?? `${accountName()}@${hostname()}`

// In a container the number of an account may be no account's.
function accountName(): string {
  try {
    return userInfo().username
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return 'unnamed'
  }
}

function parse<T extends NonNullable<ParseArgsConfig['options']>>(
  options: T,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    throw new CommandFault(error instanceof Error ? error.message : 'the options cannot be read')
  }
}

/**
 * One clear text for what an operator can put right; undefined for what is a bug, and is worth its
 * stack.
 *
 * @param mistakes Errors of the program whose message is such a text.
 */
export function explainFault(
  service: string,
  error: unknown,
  mistakes: readonly (abstract new (...args: never[]) => Error)[] = [],
): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ([ConfigError, CommandFault, ...mistakes].some((kind) => error instanceof kind)) {
    return error.message
  }
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return undefined
  // PostgreSQL's codes: a table that is missing, a role or database that is not let in.
  if (code === '42P01') return `the database is not migrated; run: ${service} migrate`
  // Raised by a migration that refuses.
  if (code === 'P0001') return error.message
  if (code.startsWith('28') || code === '3D000' || code.startsWith('57P0'))
    return `the database refuses: ${error.message}`
  if (typeof syscall !== 'string') return undefined
  return syscall === 'open' || syscall === 'read'
    ? error.message
    : `the database cannot be reached: ${code} ${error.message}`.trim()
}
