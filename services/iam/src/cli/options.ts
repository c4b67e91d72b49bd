import { parseArgs, type ParseArgsConfig } from 'node:util'

/** What the operator typed does not fit; the message says what to change. */
export class CommandFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandFault'
  }
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
