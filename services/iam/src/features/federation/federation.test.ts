import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { apiAs, type Api } from '../../testing/api.ts'
import { startIam } from '../../testing/start.ts'
import { userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startIam>>
let admin: Api
let internal: Server
let listed: Server
let asked = 0
let metadata: Record<string, unknown> = {}

const serve = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  internal = await serve(createServer((_request, response) => response.end(`{}${(asked += 1)}`)))
  listed = await serve(
    createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ issuer: originOf(listed), ...metadata }))
    }),
  )
  const database = await useDatabase({ migrations })
  iam = await startIam({ databaseUrl: database.url, federationOrigins: [originOf(listed)] })
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(async () => {
  await iam.stop()
  for (const server of [internal, listed]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const oidc = (name: string, extra: Record<string, unknown> = {}) => ({
  kind: 'oidc',
  name,
  issuer: 'https://idp.corp.example',
  clientId: 'countersign',
  clientSecret: 'the secret of the client',
  ...extra,
})
const ldap = (name: string, extra: Record<string, unknown> = {}) => ({
  kind: 'ldap',
  name,
  url: 'ldaps://ldap.corp.example',
  bindDn: 'cn=countersign,dc=corp',
  bindPassword: 'the password of the directory',
  baseDn: 'dc=corp',
  idAttribute: 'entryUUID',
  ...extra,
})
const create = (body: unknown) => admin('POST', '/identity-providers', body)

describe('an identity provider', () => {
  it('[IAM-21] is made, changed and taken away by an administrator, once for one key', async () => {
    const key = { 'idempotency-key': 'provider-1' }
    const made = await admin('POST', '/identity-providers', oidc('Corp'), key)
    expect(made).toMatchObject({
      status: 201,
      body: { kind: 'oidc', status: 'active', hasSecret: true, createAccounts: false },
    })
    const id = String(made.body['id'])
    expect(made.body['redirectUri']).toBe(`${iam.url}/signin/upstream/${id}`)
    expect((await admin('POST', '/identity-providers', oidc('Corp'), key)).body['id']).toBe(id)
    expect(await create(oidc('Corp'))).toMatchObject({
      status: 409,
      body: { code: 'iam.provider_name_taken' },
    })
    const path = `/identity-providers/${id}`
    const change = { status: 'disabled', createAccounts: true, roles: ['employee'], revision: 1 }
    expect((await admin('PATCH', path, change)).body).toMatchObject({
      status: 'disabled',
      revision: 2,
    })
    expect((await admin('PATCH', path, change)).status).toBe(412)
    expect((await admin('PATCH', path, { issuer: 'https://other.example' })).status).toBe(400)
    expect(await admin('PATCH', path, { url: 'ldaps://x.example' })).toMatchObject({
      status: 422,
      body: { code: 'iam.provider_invalid', errors: [{ pointer: '/url' }] },
    })
    expect((await admin('DELETE', path)).status).toBe(204)
    expect((await admin('GET', path)).status).toBe(404)
  })

  it('never shows its secret, which rests sealed and tied to it', async () => {
    const one = await create(oidc('Secretive'))
    const two = await create(ldap('Secretive directory'))
    const ids = [String(one.body['id']), String(two.body['id'])]
    await admin('PATCH', `/identity-providers/${ids[0]}`, { clientSecret: 'another secret' })
    const seen = [
      one.body,
      two.body,
      (await admin('GET', '/identity-providers')).body,
      (await admin('GET', '/audit?limit=50')).body,
    ]
    const { rows } = await sql<{ row: string }>`
      select identity_providers::text as row from identity_providers`.execute(iam.deps.db)
    for (const secret of [
      'the secret of the client',
      'another secret',
      'the password of the directory',
    ]) {
      expect(JSON.stringify([...seen, rows])).not.toContain(secret)
    }
    expect(rows.length).toBeGreaterThanOrEqual(2)
  })

  it('gets its password anew before the stored one could go elsewhere', async () => {
    const { body } = await create(ldap('Moving'))
    const path = `/identity-providers/${String(body['id'])}`
    for (const change of [
      { url: 'ldaps://evil.example' },
      { url: 'ldap://ldap.corp.example', startTls: true },
      { bindDn: 'cn=other,dc=corp' },
      { ca: '-----BEGIN CERTIFICATE-----' },
    ]) {
      expect(await admin('PATCH', path, change)).toMatchObject({
        status: 422,
        body: { code: 'iam.provider_secret_required' },
      })
    }
    const moved = { url: 'ldaps://new.corp.example', bindPassword: 'typed again' }
    expect((await admin('PATCH', path, moved)).status).toBe(200)
    expect((await admin('PATCH', path, { baseDn: 'ou=people,dc=corp' })).status).toBe(200)
  })

  it('cannot give more than its administrator has', async () => {
    expect(await create(oidc('Rich', { roles: ['platform'] }))).toMatchObject({
      status: 403,
      body: { code: 'iam.permission_reserved' },
    })
    expect(await create(oidc('Lost', { roles: ['nobody'] }))).toMatchObject({
      status: 422,
      body: { code: 'iam.role_unknown', errors: [{ pointer: '/roles/0' }] },
    })
    const employee = await apiAs(iam.url, 'employee')
    expect((await employee('POST', '/identity-providers', oidc('Theirs'))).status).toBe(403)
  })

  it.each([
    [oidc('a', { issuer: 'http://idp.corp.example' }), '/issuer'],
    [oidc('b', { issuer: 'http://127.0.0.1:1' }), '/issuer'],
    [oidc('c', { issuer: 'https://user:pw@idp.example' }), '/issuer'],
    [oidc('d', { issuer: 'https://idp.example/?tenant=1' }), '/issuer'],
    [oidc('e', { issuer: 'javascript:alert(1)' }), '/issuer'],
    [oidc('f', { issuer: 'ldaps://idp.example' }), '/issuer'],
    [ldap('g', { url: 'ldap://ldap.corp.example' }), '/url'],
    [ldap('h', { url: 'ldap://127.0.0.1:389' }), '/url'],
    [ldap('i', { url: 'https://ldap.corp.example' }), '/url'],
    [ldap('j', { url: 'ldaps://ldap.corp.example/dc=x??sub' }), '/url'],
    [ldap('k', { personFilter: '(uid=x' }), '/personFilter'],
    [ldap('l', { mailDomains: ['corp.example'], createAccounts: true }), '/mailDomains'],
  ])('is refused where it leads nowhere good: %j', async (body, pointer) => {
    expect(await create(body)).toMatchObject({
      status: 422,
      body: { code: 'iam.provider_invalid', errors: [{ pointer }] },
    })
  })
})

describe('what a provider names', () => {
  const check = async (body: Record<string, unknown>) => {
    const made = await create(body)
    expect(made.status).toBe(201)
    return (await admin('POST', `/identity-providers/${String(made.body['id'])}/check`)).body
  }

  it('is not connected to inside the network, unless the operator listed it', async () => {
    const { port } = internal.address() as AddressInfo
    for (const [i, host] of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'].entries()) {
      const { reachable } = await check(oidc(`In ${i}`, { issuer: `https://${host}:${port}` }))
      expect(reachable).toBe(false)
      const directory = ldap(`Dir ${i}`, { url: `ldaps://${host}:${port}` })
      expect((await check(directory))['reachable']).toBe(false)
    }
    expect(asked).toBe(0)
    metadata = { authorization_endpoint: `${originOf(listed)}/authorize` }
    expect(await check(oidc('Listed', { issuer: originOf(listed) }))).toEqual({
      reachable: true,
      problem: null,
    })
  })

  it('[V10.5.3] is not believed about another issuer', async () => {
    metadata = { issuer: 'https://accounts.example' }
    const { reachable } = await check(oidc('Liar', { issuer: originOf(listed) }))
    expect(reachable).toBe(false)
    metadata = {}
  })

  it('is no address of another host, for the browser or for the service', async () => {
    const made = await create(oidc('Away', { issuer: originOf(listed) }))
    const id = String(made.body['id'])
    const { port } = internal.address() as AddressInfo
    metadata = {
      authorization_endpoint: `http://127.0.0.1:${port}/authorize`,
      token_endpoint: `http://127.0.0.1:${port}/token`,
    }
    const provider = {
      id,
      revision: 1,
      settings: { issuer: originOf(listed), clientId: 'x', scopes: ['openid'] },
      secret: 'x',
    }
    const request = {
      redirectUri: `${iam.url}/signin/upstream/${id}`,
      state: 's',
      language: 'en',
      maxAge: undefined,
    }
    await expect(iam.deps.upstreams.openid.begin(provider, request)).rejects.toMatchObject({
      name: 'UpstreamForbidden',
    })
    const url = new URL(`${request.redirectUri}?code=c&state=s&iss=${originOf(listed)}`)
    const checks = { nonce: 'n', verifier: 'v'.repeat(43) }
    const answer = { url, state: 's', checks, wantMail: false }
    await expect(iam.deps.upstreams.openid.finish(provider, answer)).rejects.toThrow()
    expect(asked).toBe(0)
    metadata = {}
  })
})

describe('a link', () => {
  it('[IAM-21] ends by an administrator with what came of it', async () => {
    const { body } = await create(oidc('Linking'))
    const path = `/identity-providers/${String(body['id'])}/links`
    const link = { userId: userIds.employee, subject: 'one' }
    const made = await admin('POST', path, link)
    expect((await admin('GET', path)).body.items).toMatchObject([
      { username: 'employee', subject: 'one', origin: 'administrator', lastUsedAt: null },
    ])
    expect((await admin('POST', path, { ...link, subject: 'two' })).status).toBe(409)
    const linkPath = `${path}/${String(made.body['id'])}`
    expect((await admin('DELETE', linkPath)).status).toBe(204)
    expect((await admin('DELETE', linkPath)).status).toBe(404)
    const audit = await admin('GET', '/audit?action=user.identity_unlinked')
    expect(audit.body.items?.length).toBe(1)
  })
})
