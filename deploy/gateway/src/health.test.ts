import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'

/** An iam that is ready, and knows the console at one address alone. */
async function startIam(consoleAt: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://iam')
    const back = searchParams.get('redirect_uri')
    if (pathname !== '/oauth2/authorize') return response.end('{}')
    if (back !== consoleAt) return response.writeHead(400).end()
    return response.writeHead(303, { location: `${back}?error=login_required` }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The health of a gateway at https://platform.example, whose services are all ready. */
async function healthWith(consoleAt: string) {
  const root = await mkdtemp(join(tmpdir(), 'countersign-health-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'index.html'), '')
  const { options } = await gatewayOptions()
  const services = { ...options.services, iam: await startIam(consoleAt) }
  const app = await buildApp({ ...options, services, consoleRoot: root })
  onTestFinished(() => app.close())
  const answer = await app.inject('/actuator/health/readiness')
  return { status: answer.statusCode, body: answer.json<unknown>() }
}

const up = { status: 'UP' }
const services = { iam: up, bpm: up, dms: up }

it('is UP where a sign-in comes back to the console', async () => {
  expect(await healthWith('https://platform.example/console/callback')).toEqual({
    status: 200,
    body: { status: 'UP', components: { ...services, signIn: up } },
  })
})

it('is DOWN while every service is ready and iam knows the console by another address', async () => {
  expect(await healthWith('http://localhost:8080/console/callback')).toEqual({
    status: 503,
    body: { status: 'DOWN', components: { ...services, signIn: { status: 'DOWN' } } },
  })
})
