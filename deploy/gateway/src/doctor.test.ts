import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { diagnose } from './doctor.ts'

const issuer = 'https://sign.example'

interface Iam {
  readonly issuer: string
  /** Where it sends who asks without a person; nowhere when left out. */
  readonly sendsTo?: string
}

/** What stands for all three services, and answers as iam does. */
async function startServices({ issuer: calls, sendsTo }: Iam): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer)
    if (pathname === '/oauth2/authorize') {
      if (sendsTo === undefined) response.writeHead(400).end()
      else response.writeHead(303, { location: sendsTo }).end()
      return
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ issuer: calls, keys: [{ kid: 'one' }], status: 'UP' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function faultsOf(iam: Iam): Promise<readonly string[]> {
  const url = await startServices(iam)
  const http = createHttpClient({ userAgent: 'test' })
  onTestFinished(() => http.close())
  const config = readConfig({
    PORT: '0',
    ISSUER_URL: issuer,
    JWKS_URL: `${url}/oauth2/jwks`,
    IAM_URL: url,
    BPM_URL: url,
    DMS_URL: url,
    CONSOLE_ROOT: '/nowhere',
  })
  const findings = await diagnose(config, http)
  return findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`)
}

const unbuilt =
  "the console is built: ENOENT: no such file or directory, access '/nowhere/index.html'"
const back = `${issuer}/console/callback`

it('finds nothing wrong where sign-in comes back to the console', async () => {
  expect(await faultsOf({ issuer, sendsTo: `${back}?error=login_required` })).toEqual([unbuilt])
})

const closed: [string, Iam, string[]][] = [
  [
    'iam knows another address of the console',
    { issuer },
    [`people can sign in to the console: iam does not send them back to ${back}: it answers 400`],
  ],
  [
    'iam calls itself otherwise',
    { issuer: 'http://localhost:8080', sendsTo: `${back}?error=login_required` },
    [`iam is the issuer: ISSUER_URL is ${issuer}, iam calls itself http://localhost:8080`],
  ],
  [
    'the console may not sign in',
    { issuer, sendsTo: `${back}?error=unauthorized_client` },
    [
      `people can sign in to the console: iam does not send them back to ${back}: unauthorized_client`,
    ],
  ],
]

it.each(closed)('says so when every service is ready and %s', async (_name, iam, faults) => {
  expect(await faultsOf(iam)).toEqual([unbuilt, ...faults])
})
