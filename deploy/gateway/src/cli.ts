import {
  type Command,
  explainFault,
  findCommand,
  withoutOptions,
} from '@countersign/service-kit/command-line'
import { printConfig } from '@countersign/service-kit/config'
import { checkConfig } from '@countersign/service-kit/config-check'
import { printFindings } from '@countersign/service-kit/doctor'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { ConfigSchema, readConfig } from './config.ts'
import { diagnose } from './doctor.ts'

const usage = `Usage: gateway <command>

  config print  show the settings, secrets replaced
  config check  look at the settings alone, connect to nothing
  doctor        look at all that a start needs, and whether people can sign in to the console

Ends with 0 when all is well, 1 when something is not, 2 when it was called wrongly.
`

/** Each tells whether all is well. */
const commands: ReadonlyMap<string, Command<boolean>> = new Map([
  ['config print', withoutOptions(printSettings)],
  ['config check', withoutOptions(checkSettings)],
  ['doctor', withoutOptions(examineAll)],
])

async function printSettings(): Promise<boolean> {
  console.log(printConfig(ConfigSchema, readConfig(process.env)))
  return true
}

async function checkSettings(): Promise<boolean> {
  return printFindings(await checkConfig(ConfigSchema, process.env, readConfig), console.log)
}

async function examineAll(): Promise<boolean> {
  const config = readConfig(process.env)
  const http = createHttpClient({ userAgent: 'countersign-gateway' })
  try {
    return printFindings(await diagnose(config, http), console.log)
  } finally {
    await http.close()
  }
}

try {
  const command = findCommand(commands, process.argv.slice(2))
  if (command === 'help') console.log(usage)
  else if (command === undefined) {
    console.error(usage)
    process.exitCode = 2
  } else if (!(await command())) process.exitCode = 1
} catch (error) {
  console.error(explainFault('gateway', error) ?? error)
  process.exitCode = 2
}
