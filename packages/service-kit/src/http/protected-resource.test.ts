import { InvalidToken, type Verifier } from '@countersign/auth-verifier'
import { afterEach, expect, it } from 'vitest'
import { defineProblems } from '../api/problem.ts'
import { createLogger } from '../process/log.ts'
import { createApp, type App } from './http.ts'
import { metadataUrlOf } from './protected-resource.ts'

const issuer = 'https://platform.example'
const url = '/.well-known/oauth-protected-resource/api/bpm'
const verifier = {
  async verify() {
    throw new InvalidToken('expired')
  },
} as unknown as Verifier

let app: App
afterEach(() => app.close())

async function start(over: { readonly issuer?: string } = { issuer }): Promise<App> {
  const problems = defineProblems('bpm', {
    refused: { status: 401, title: 'Refused' },
  })
  const log = createLogger({ service: 'bpm', level: 'silent' })
  app = await createApp({
    service: 'bpm',
    version: '0',
    log,
    verifier,
    problems,
    trustedProxies: [],
    ...over,
  })
  app.get('/user', { config: { caller: 'user' } }, async () => ({}))
  app.get('/refused', { config: { caller: 'anyone' } }, async () => {
    throw problems.refused()
  })
  return app
}

it('[IAM-13] tells anyone which tokens it takes, and whom to ask for them', async () => {
  await start()
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
  })
  expect(answer.json()).toEqual({
    resource: `${issuer}/api/bpm`,
    authorization_servers: [issuer],
    scopes_supported: ['bpm.biztype.register', 'bpm.instance.write', 'bpm.instance.read'],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ['ES256', 'Ed25519', 'EdDSA'],
    resource_name: 'Countersign bpm',
    resource_documentation: `${issuer}/docs/bpm/`,
  })
})

it.each([
  ['without a token', {}, 'Bearer realm="countersign"'],
  [
    'with one that is not good',
    { authorization: 'Bearer x' },
    'Bearer error="invalid_token", error_description="The access token has expired."',
  ],
])('leads who comes %s to what it publishes', async (_what, headers, challenge) => {
  await start()
  const answer = await app.inject({ url: '/user', headers })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toBe(
    `${challenge}, resource_metadata="${issuer}${url}"`,
  )
})

it('adds nothing to a 401 that challenges nobody, or where nothing is published', async () => {
  await start()
  expect((await app.inject('/refused')).headers).not.toHaveProperty('www-authenticate')
  await app.close()
  await start({})
  expect((await app.inject('/user')).headers['www-authenticate']).toBe('Bearer realm="countersign"')
  expect((await app.inject(url)).statusCode).toBe(404)
})

it.each([
  ['https://x.example/api/bpm', 'https://x.example/.well-known/oauth-protected-resource/api/bpm'],
  [
    'https://x.example/a/api/bpm',
    'https://x.example/.well-known/oauth-protected-resource/a/api/bpm',
  ],
])('has the metadata of %s where RFC 9728 section 3.1 puts it', (resource, where) => {
  expect(metadataUrlOf(resource).href).toBe(where)
})
