import type { Verifier } from '@countersign/auth-verifier'
import { PassThrough } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { defineProblems } from '../api/problem.ts'
import { createLogger } from '../process/log.ts'
import { createApp, type App } from './http.ts'

const problems = defineProblems('bpm', {})
const verifier = {
  verify: async () => ({
    subject: 'u1',
    tenantId: 't1',
    clientId: 'spa',
    grantType: 'authorization_code',
    scopes: [],
    permissions: ['bpm:task:read'],
    authorities: [],
    claims: {},
  }),
} as unknown as Verifier

let app: App
afterEach(() => app.close())

async function lineOf(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const stream = new PassThrough()
  const log = createLogger({ service: 'bpm', level: 'info' }, stream)
  app = await createApp({
    service: 'bpm',
    version: '0',
    log,
    verifier,
    problems,
    trustedProxies: [],
  })
  app.get('/tasks', { config: { caller: 'user', permission: 'bpm:task:read' } }, async () => ({}))
  app.get('/all', { config: { caller: 'user', permission: 'bpm:audit:read' } }, async () => ({}))
  app.get('/unseen', { config: { caller: 'user' } }, async () => {
    throw problems.not_found()
  })
  await app.inject({ url, headers })
  await app.close()
  const written = stream.read() as Buffer | null
  return written === null ? undefined : (JSON.parse(String(written)) as unknown)
}

const authorization = 'Bearer t'
const who = { tenantId: 't1', subject: 'u1', clientId: 'spa' }

it.each([
  ['/all', 403],
  ['/unseen', 404],
])('names in the log who was refused %s', async (url, status) => {
  expect(await lineOf(url, { authorization })).toMatchObject({ route: url, status, ...who })
})

it('names nobody who was answered, or who has no token', async () => {
  expect(await lineOf('/tasks', { authorization })).not.toHaveProperty('subject')
  expect(await lineOf('/tasks', {})).toMatchObject({ status: 401 })
})

it('writes nothing of health that is as it should be', async () => {
  expect(await lineOf('/actuator/health/liveness', {})).toBeUndefined()
})
