import type { Static, TObject, TProperties } from 'typebox'
import { type Command, CommandFault, findCommand, withoutOptions } from './command-line.ts'
import { ConfigError } from './config.ts'

interface CommandLine {
  readonly usage: string
  /** Each tells whether all is well. */
  readonly commands: ReadonlyMap<string, Command<boolean>>
  /** One clear text for what the operator can put right; anything else is a bug and shows its stack. */
  readonly explain: (error: unknown) => string | undefined
}

/**
 * Runs the command that the operator named. The process ends with 0 when all is well, 1 when something is not or failed,
 * 2 when it was called wrongly, by its words or by its settings.
 */
export async function runCommands({ usage, commands, explain }: CommandLine): Promise<void> {
  try {
    const command = findCommand(commands, process.argv.slice(2))
    if (command === 'help') console.log(usage)
    else if (command === undefined) {
      console.error(usage)
      process.exitCode = 2
    } else if (!(await command())) process.exitCode = 1
  } catch (error) {
    console.error(explain(error) ?? error)
    const isCalledWrongly = error instanceof CommandFault || error instanceof ConfigError
    process.exitCode = isCalledWrongly ? 2 : 1
  }
}

interface SettingsModule<P extends TProperties> {
  readonly ConfigSchema: TObject<P>
  readonly readConfig: (
    env: NodeJS.ProcessEnv,
  ) => Static<TObject<P>> & { readonly ISSUER_URL: string }
}

/** `config print` and `config check` of a program; its settings are loaded when they are asked for. */
export const settingsCommands = <P extends TProperties>(
  load: () => Promise<SettingsModule<P>>,
): readonly (readonly [string, Command<boolean>])[] => [
  [
    'config print',
    withoutOptions(async () => {
      const [{ ConfigSchema, readConfig }, { printConfig }] = await Promise.all([
        load(),
        import('./config.ts'),
      ])
      console.log(printConfig(ConfigSchema, readConfig(process.env)))
      return true
    }),
  ],
  [
    'config check',
    withoutOptions(async () => {
      const [{ ConfigSchema, readConfig }, { checkConfig }, { printFindings }] = await Promise.all([
        load(),
        import('./config-check.ts'),
        import('../doctor/findings.ts'),
      ])
      return printFindings(await checkConfig(ConfigSchema, process.env, readConfig), console.log)
    }),
  ],
]
