import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'vitest'
import { call } from './api.ts'
import { serviceToken, tokenOf, walk, Browser } from './sign-in.ts'
import { userNamed } from './platform.ts'

/** What an agent of the employee carries: it starts expenses and stores documents. */
const permissions = ['expense:start', 'dms:document:read', 'dms:document:write']

/** A client of a kind of its own (docs/guides/agents.md), for the servers at these addresses. */
export async function registerAgent(resources: readonly string[], more: object = {}) {
  const clientId = `agent-${randomUUID().slice(0, 8)}`
  const made = await call('POST', '/api/iam/v1/clients', {
    token: await tokenOf('admin'),
    json: {
      type: 'SPA',
      clientId,
      name: 'Refund agent',
      agent: true,
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['openid'],
      permissions,
      resources,
      ...more,
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return { clientId, id: String(made.body['id']) }
}

interface Example {
  readonly bizType: object
  readonly tree: object
}

/** The business type of the example, under a name of its own, with its process published. */
export async function declareRefunds(callbackOrigin: string): Promise<string> {
  const file = new URL('../../examples/agent-approval/refund.json', import.meta.url)
  const { bizType, tree } = JSON.parse(readFileSync(file, 'utf8')) as Example
  const code = `refund-${randomUUID().slice(0, 8)}`
  const scopes = ['bpm.biztype.register', `tenant:${userNamed('employee').tenantId}`]
  const callback = { origin: callbackOrigin, path: '/events' }
  const declared = await call('POST', '/internal/v1/bpm/biz-types', {
    token: await serviceToken('sample', scopes),
    json: { ...bizType, code, callback },
  })
  expect(declared.status, JSON.stringify(declared.body)).toBe(201)
  const token = await tokenOf('admin')
  const json = { bizType: code, key: code, name: code, tree }
  const { status, body } = await call('POST', '/api/bpm/v1/definitions', { token, json })
  expect(status, JSON.stringify(body)).toBe(201)
  await call('POST', `/api/bpm/v1/definitions/${String(body['id'])}/publish`, { token })
  return code
}

export interface SignedInAgent {
  readonly client: Client
  readonly token: () => string
  /** What the client asked for, as it came to the authorization endpoint. */
  readonly asked: URLSearchParams
}

/** An agent with the official client: it learns from the server's 401 where its person signs in. */
export async function connectAgent(
  server: URL,
  clientId: string,
  username: string,
): Promise<SignedInAgent> {
  const kept: { verifier?: string; tokens?: { access_token: string }; start?: URL } = {}
  const redirectUrl = 'http://127.0.0.1:49152/callback'
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens as ReturnType<OAuthClientProvider['tokens']>,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.start = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(server, { authProvider })
    const client = new Client({ name: 'agent', version: '1.0.0' })
    return { client, transport, connected: client.connect(transport as never) }
  }
  const first = await connect()
  await expect(first.connected).rejects.toThrow(/unauthorized/i)
  if (kept.start === undefined) throw new Error('the client was not told where to sign in')
  const back = await walk(new Browser(), kept.start, redirectUrl, userNamed(username))
  await first.transport.finishAuth(back.searchParams.get('code') ?? '')
  const second = await connect()
  await second.connected
  return {
    client: second.client,
    token: () => kept.tokens?.access_token ?? '',
    asked: kept.start.searchParams,
  }
}
