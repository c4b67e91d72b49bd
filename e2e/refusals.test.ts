import { createSign, generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Reply } from './support/api.ts'
import { listOperations, type Operation } from './support/operations.ts'
import { platform, userNamed } from './support/platform.ts'
import { serviceToken, tokenOf } from './support/sign-in.ts'

let operations: Operation[]

// Callback paths are for bpm, which calls the application directly: no gateway routes them.
const callbackPath = '/internal/v1/dms/bpm-events'

beforeAll(async () => {
  operations = (await listOperations()).filter(({ path }) => path !== callbackPath)
})

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** The operations whose reply is not as expected, so that one run names them all. */
async function violations(
  chosen: readonly Operation[],
  send: (operation: Operation) => Promise<Reply>,
  isRight: (reply: Reply) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (const operation of chosen) {
    const reply = await send(operation)
    if (!isRight(reply))
      found.push(`${nameOf(operation)} → ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  return found
}

const is = (status: number, code: string) => (reply: Reply) =>
  reply.status === status &&
  reply.body['code'] === (code as unknown) &&
  reply.headers.get('content-type')?.startsWith('application/problem+json') === true

const guarded = () => operations.filter(({ caller }) => caller !== 'anyone')
const ofUsers = () => operations.filter(({ caller }) => caller === 'user')
const ofServices = () => operations.filter(({ caller }) => caller === 'service')

const send =
  (token?: string) =>
  ({ method, path, takesJson }: Operation) =>
    call(method, path, {
      ...(token === undefined ? {} : { token }),
      ...(takesJson ? { json: {} } : {}),
    })

describe('tokens', () => {
  it('[AUTH-07] [GEN-04] are needed by every operation that is not open by a rule of its own', async () => {
    expect(guarded().length).toBeGreaterThan(60)
    expect(await violations(guarded(), send(), is(401, 'auth.token_missing'))).toEqual([])
  })

  it('[IAM-13] can be had where each refusal leads to, without having been told anything', async () => {
    const { baseUrl } = platform()
    const leads = ({ headers }: Reply) =>
      /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1]
    const found = new Set<string>()
    const isLed = (reply: Reply) => {
      const address = leads(reply)
      if (address !== undefined) found.add(address)
      return address !== undefined
    }
    expect(await violations(guarded(), send(), isLed)).toEqual([])

    const services = ['bpm', 'dms', 'iam']
    const wellKnown = `${baseUrl}/.well-known/oauth-protected-resource`
    expect([...found].toSorted()).toEqual(services.map((name) => `${wellKnown}/api/${name}`))
    for (const name of services) {
      const published = (await (await fetch(`${wellKnown}/api/${name}`)).json()) as object
      expect(published).toMatchObject({
        resource: `${baseUrl}/api/${name}`,
        authorization_servers: [baseUrl],
        bearer_methods_supported: ['header'],
      })
    }
  })

  it('[AUTH-02] [AUTH-03] of another issuer, expired or broken are refused everywhere', async () => {
    const good = await tokenOf('admin')
    const wrong = [`${good.slice(0, -4)}AAAA`, forge({}), forge({ exp: 1_000_000_000 }), 'junk']
    for (const token of wrong) {
      expect(await violations(guarded(), send(token), is(401, 'auth.invalid_token'))).toEqual([])
    }
  })

  it('[BPM-21] [DMS-07] of a service are refused where a user acts', async () => {
    const token = await serviceToken('sample', [`tenant:${userNamed('admin').tenantId}`])
    const isRefused = (reply: Reply) => reply.status === 403 || reply.status === 404
    expect(await violations(ofUsers(), send(token), isRefused)).toEqual([])
  })

  it('[BPM-02] of a user are refused where a service acts', async () => {
    const token = await tokenOf('admin')
    expect(await violations(ofServices(), send(token), is(403, 'auth.service_required'))).toEqual(
      [],
    )
  })

  it('[BPM-06] open no callback path through the gateway', async () => {
    const token = await serviceToken('sample', [`tenant:${userNamed('admin').tenantId}`])
    const reply = await call('POST', callbackPath, { token, json: {} })
    expect([reply.status, reply.body['code']]).toEqual([404, 'gateway.not_found'])
  })

  it('[GEN-03] of another tenant see nothing of this one, whatever headers say', async () => {
    const { tenantId } = userNamed('employee')
    const token = await tokenOf('outsider')
    const headers = { 'x-tenant-id': tenantId, 'X-TENANT-ID': tenantId, x_tenant_id: tenantId }
    for (const path of [
      '/api/bpm/v1/process-instances?box=initiated',
      '/api/bpm/v1/tasks?box=todo',
      '/api/dms/documents',
    ]) {
      const { status, body } = await call('GET', path, { token, headers })
      expect([status, body['items']]).toEqual([200, []])
    }
  })
})

describe('clients', () => {
  const create = async (json: object) =>
    call('POST', '/api/iam/v1/clients', { token: await tokenOf('admin'), json })
  const spa = {
    type: 'SPA',
    name: 'Portal',
    redirectUris: ['https://portal.example/callback'],
    postLogoutRedirectUris: ['https://portal.example/'],
    requireConsent: false,
    scopes: ['openid'],
  }
  const service = { type: 'SERVICE', name: 'Batch', scopes: ['bpm.instance.read'], tenants: [] }

  it('[IAM-08] [IAM-07] [IAM-02] keep the rules of their type', async () => {
    const redirectUris = ['https://batch.example/callback']
    const mixed = await create({ ...service, redirectUris })
    expect([mixed.status, mixed.body['code']]).toEqual([422, 'iam.redirect_forbidden'])
    const bare = await create({ ...spa, redirectUris: [] })
    expect([bare.status, bare.body['code']]).toEqual([422, 'iam.redirect_required'])
    const { body } = await create(spa)
    expect(body).not.toHaveProperty('clientSecret')
    const path = `/api/iam/v1/clients/${String(body['id'])}/secrets`
    const secret = await call('POST', path, { token: await tokenOf('admin'), json: {} })
    expect([secret.status, secret.body['code']]).toEqual([409, 'iam.secret_forbidden'])
  })

  it('[IAM-03] show a secret of 32 characters once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = async () =>
      call('POST', '/api/iam/v1/clients', { token: await tokenOf('admin'), json: service, headers })
    const first = await send()
    expect(first.body['clientSecret']).toHaveLength(32)
    const again = await send()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual({ ...first.body, clientSecret: undefined })
    const path = `/api/iam/v1/clients/${String(first.body['id'])}`
    const read = await call('GET', path, { token: await tokenOf('admin') })
    expect(JSON.stringify(read.body)).not.toContain(String(first.body['clientSecret']))
  })
})

describe('bad input', () => {
  it('of three megabytes is 413 at the token endpoint, through the gateway too', async () => {
    const body = new URLSearchParams({ grant_type: 'x'.repeat(3 * 1024 * 1024) })
    const statuses = new Set<number>()
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(`${platform().baseUrl}/oauth2/token`, { method: 'POST', body })
      statuses.add(answer.status)
      await answer.arrayBuffer()
    }
    expect([...statuses]).toEqual([413])
  })

  it('is answered with problem+json and the pointer to the value by every operation that takes JSON', async () => {
    const admin = await tokenOf('admin')
    const taking = ofUsers().filter(({ takesJson }) => takesJson)
    expect(taking.length).toBeGreaterThan(20)
    const isRefused = ({ status, body, headers }: Reply) => {
      const problem = headers.get('content-type')?.startsWith('application/problem+json') === true
      const errors = body['errors'] as unknown as { pointer?: string }[] | undefined
      // A thing that is not there, or that this caller may not touch, may be answered first.
      const earlier = status === 404 || status === 403
      return (
        problem &&
        (earlier ||
          (status === 400 && errors?.every(({ pointer }) => pointer !== undefined) === true))
      )
    }
    const bad = ({ method, path }: Operation) =>
      call(method, path, { token: admin, json: { 'no such member': { deep: [1] } } })
    expect(await violations(taking, bad, isRefused)).toEqual([])
  })

  it.each([
    ['POST', '/api/bpm/v1/process-instances', '{"bizType":'],
    ['POST', '/api/dms/uploads/initiate', '[]'],
    ['POST', '/api/iam/v1/users', 'null'],
  ])('%s %s refuses %s', async (method, path, body) => {
    const response = await fetch(platform().baseUrl + path, {
      method,
      body,
      headers: {
        authorization: `Bearer ${await tokenOf('admin')}`,
        'content-type': 'application/json',
      },
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toMatch('application/problem+json')
  })
})

/** A well-formed token with the platform's claims, signed with a key of our own. */
function forge(claims: Record<string, unknown>): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const now = Math.floor(Date.now() / 1000)
  const { id, tenantId } = userNamed('admin')
  const parts = [
    { alg: 'RS256', typ: 'at+jwt', kid: 'forged' },
    {
      iss: platform().baseUrl,
      aud: platform().baseUrl,
      sub: id,
      tenant_id: tenantId,
      client_id: 'x',
      grant_type: 'authorization_code',
      permissions: [],
      scope: 'openid',
      iat: now,
      exp: now + 600,
      ...claims,
    },
  ]
  const input = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${input}.${createSign('sha256').update(input).sign(privateKey, 'base64url')}`
}
