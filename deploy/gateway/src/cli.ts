import { type Command, explainFault, withoutOptions } from '@countersign/service-kit/command-line'
import { printFindings } from '@countersign/service-kit/doctor'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { runCommands, settingsCommands } from '@countersign/service-kit/run-commands'
import { readConfig } from './config.ts'
import { diagnose } from './doctor.ts'

const usage = `Usage: gateway <command>

  config print  show the settings, secrets replaced
  config check  look at the settings alone, connect to nothing
  doctor        look at all that a start needs, and whether people can sign in to the console

Ends with 0 when all is well, 1 when something is not, 2 when it was called wrongly.
`

/** Each tells whether all is well. */
const commands: ReadonlyMap<string, Command<boolean>> = new Map([
  ...settingsCommands(() => import('./config.ts')),
  ['doctor', withoutOptions(examineAll)],
])

async function examineAll(): Promise<boolean> {
  const config = readConfig(process.env)
  const http = createHttpClient({ userAgent: 'countersign-gateway' })
  try {
    return printFindings(await diagnose(config, http), console.log)
  } finally {
    await http.close()
  }
}

await runCommands({ usage, commands, explain: (error) => explainFault('gateway', error) })
