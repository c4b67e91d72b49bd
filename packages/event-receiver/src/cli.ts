#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startStandIn } from './conformance/platform.ts'
import { verifyEndpoint } from './conformance/verify.ts'

const usage = `countersign-events verify <url> [--port 8099] [--biz-type conformance]

Checks that the callback address of your application treats events as it should. The command stands
in for the platform: for the time of the test your application must trust it.

  issuer            http://127.0.0.1:<port>
  jwksUrl           http://127.0.0.1:<port>/oauth2/jwks
  signatureKeys     http://127.0.0.1:<port>/api/bpm/v1/event-keys
  workflowClientId  workflow

Events are about instances and documents that do not exist, of the business type given. Use a
database that you can throw away. Exit code 0: all checks passed, 1: some did not, 2: wrong usage.
`

const { positionals, values } = readArguments()
const [command, url] = positionals
const port = Number(values.port)
if (values.help) {
  console.log(usage)
} else if (command !== 'verify' || !isUrl(url) || !Number.isInteger(port)) {
  console.error(usage)
  process.exitCode = 2
} else {
  process.exitCode = await verify(url, port, values['biz-type'])
}

function readArguments() {
  const options = {
    port: { type: 'string', default: '8099' },
    'biz-type': { type: 'string', default: 'conformance' },
    help: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    console.error(usage)
    process.exit(2)
  }
}

function isUrl(text: string | undefined): text is string {
  return text !== undefined && URL.canParse(text) && /^https?:/.test(text)
}

async function verify(target: string, standInPort: number, bizType: string): Promise<number> {
  const platform = await startStandIn(standInPort)
  try {
    let failed = 0
    let passed = 0
    for await (const { name, why, fault } of verifyEndpoint(platform, target, bizType)) {
      if (fault === undefined) {
        passed += 1
        console.log(`ok    ${name}`)
      } else {
        failed += 1
        console.log(`FAIL  ${name}\n      ${fault}\n      It matters because ${why}.`)
      }
    }
    console.log(`\n${passed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } finally {
    await platform.close()
  }
}
