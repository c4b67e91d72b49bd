import { randomBytes } from 'node:crypto'
import { createVerifier } from '@countersign/auth-verifier'
import {
  createTestIssuer,
  type TestIssuer,
  type UserTokenOptions,
} from '@countersign/auth-verifier/testing'
import { createDatabase } from '@countersign/service-kit/db'
import { createHttpClient } from '@countersign/service-kit/http-client'
import type { App } from '@countersign/service-kit/http'
import { createLogger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import { createServiceTokens } from '@countersign/service-kit/service-token'
import { useDatabase } from '@countersign/test-kit/database'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../app.ts'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { createDirectory } from '../clients/directory.ts'
import { createDocuments } from '../clients/documents.ts'
import { migrations } from '../migrations.ts'
import { createOffload } from '../offload/offload.ts'
import { pushSettingsOf } from '../push-settings.ts'
import { createProcesses } from '../runtime/load/processes.ts'
import { createWriter } from '../runtime/write/writer.ts'
import { fakeCredentials, startFakeIam, type FakeIam, type Person } from './fake-iam.ts'

export const allowedOrigin = 'http://app.test'
export const applicationScopes = ['bpm.biztype.register', 'bpm.instance.read', 'bpm.instance.write']

/** The whole service on a database of its own, with a real issuer and a fake directory. */
export interface TestService {
  readonly app: App
  readonly deps: Deps
  readonly iam: FakeIam
  readonly issuer: TestIssuer
  /** Of its database, for processes of a test. */
  readonly url: string
  /** What only the owner of the tables may use. */
  readonly ownerUrl: string
}

export interface Reply<T = Record<string, unknown>> {
  readonly status: number
  readonly body: T
  readonly headers: Readonly<Record<string, unknown>>
}

/** Starts the service before the tests of a file and stops it after them. */
export function useService(): () => TestService {
  let service: (TestService & { close: () => Promise<void> }) | undefined
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service?.close())
  return () => {
    if (service === undefined) throw new Error('the service is started before the tests')
    return service
  }
}

async function startService(): Promise<TestService & { close: () => Promise<void> }> {
  const log = createLogger({ service: 'test', level: process.env['TEST_LOG_LEVEL'] ?? 'silent' })
  const [{ url, ownerUrl }, iam, issuer] = await Promise.all([
    useDatabase({ migrations }),
    startFakeIam(),
    createTestIssuer(),
  ])
  const now = () => new Date()
  const http = createHttpClient({ userAgent: 'test' })
  const db = createDatabase<Schema>({ url, poolSize: 10, applicationName: 'test', log })
  const tokenUrl = `${iam.url}/oauth2/token`
  const serviceTokens = createServiceTokens({ tokenUrl, ...fakeCredentials, http, now })
  const offload = createOffload()
  const deps: Deps = {
    db,
    writer: createWriter(db, { atOnce: 64 }),
    log,
    now,
    directory: createDirectory({ iamUrl: iam.url, http, tokens: serviceTokens, now }),
    documents: createDocuments({ dmsUrl: iam.url, http, tokens: serviceTokens }),
    processes: createProcesses(db, offload),
    offload,
    engineOptions: { administratorsRole: 'admin' },
    callbackOrigins: [allowedOrigin],
    publicUrl: 'http://platform.test',
    serviceTokens,
    sealer: createSealer(Buffer.alloc(32, 1).toString('base64url')),
    push: testPush(),
  }
  const app = await buildApp(deps, { version: '0', verifier: createVerifier(issuer) })
  await app.ready()
  const close = async () => {
    await app.close()
    await Promise.all([db.destroy(), offload.close(), http.close(), iam.close(), issuer.close()])
  }
  return { app, deps, iam, issuer, url, ownerUrl, close }
}

/** The key of devices is drawn anew; push services are those of the internet, as where nothing else is set. */
function testPush() {
  const VAPID_KEYS = randomBytes(32).toString('base64url')
  return pushSettingsOf({ ISSUER_URL: 'http://platform.test', VAPID_KEYS })
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Headers = Readonly<Record<string, string>>

/** Sends requests with one token. */
export interface Client {
  send<T = Record<string, unknown>>(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Reply<T>>
  get<T = Record<string, unknown>>(url: string): Promise<Reply<T>>
  post<T = Record<string, unknown>>(
    url: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Reply<T>>
}

export function clientOf({ app }: TestService, token: string): Client {
  async function send<T>(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Reply<T>> {
    const reply = await app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const { statusCode: status, headers: sent } = reply
    // The test says what it expects, and fails when it is something else.
    const isJson = String(sent['content-type']).includes('json')
    const content: unknown = isJson ? reply.json() : reply.body === '' ? undefined : reply.body
    return { status, body: content as T, headers: sent }
  }
  return {
    send,
    get: (url) => send('GET', url),
    post: (url, body, headers) => send('POST', url, body, headers),
  }
}

/** A tenant with people, an application and a business type of its own. */
export interface TestTenant {
  readonly id: string
  readonly application: Client
  person(username: string): Person
  add(username: string, more?: Partial<Person>): Person
  /** A client signed in as a person, with the permission to start. */
  as(username: string, permissions?: readonly string[]): Client
  /** An agent that a person has signed in: it asks in their name. */
  agentOf(username: string): Client
  /** A client of another application with all scopes. */
  service(clientId: string, scopes?: readonly string[]): Client
}

export const declaredVariables = [
  { name: 'amount', type: 'number', required: true },
  { name: 'note', type: 'string' },
  { name: 'reviewer', type: 'user' },
  { name: 'watchers', type: 'users' },
]

export const bizTypeBody = {
  code: 'expense',
  version: '1',
  name: 'Expense',
  variables: declaredVariables,
  detailPath: '/expenses/{bizId}',
  callback: { origin: allowedOrigin, path: '/internal/bpm-events' },
  initiatePermission: 'expense:start',
}

/** Who asks again asks with the token they have: a signature costs as much as a request. */
function signIns(service: TestService): (token: UserTokenOptions) => Client {
  const clients = new Map<string, Client>()
  return (token) => {
    const key = JSON.stringify(token)
    const client = clients.get(key) ?? clientOf(service, service.issuer.userToken(token))
    clients.set(key, client)
    return client
  }
}

/** Makes a tenant with employee, manager, finance1 and finance2, and registers `expense` in it. */
export async function createTenant(service: TestService): Promise<TestTenant> {
  const { iam, issuer } = service
  const id = uuidv7()
  const person = (username: string): Person => {
    const found = iam.people.find((one) => one.tenantId === id && one.username === username)
    if (found === undefined) throw new Error(`nobody is called ${username}`)
    return found
  }
  const add = (username: string, more: Partial<Person> = {}): Person => {
    const displayName = username.toUpperCase()
    const added = {
      id: uuidv7(),
      tenantId: id,
      username,
      displayName,
      active: true,
      roles: [],
      ...more,
    }
    iam.people.push(added)
    return added
  }
  const manager = add('manager')
  add('employee', { managerId: manager.id })
  add('finance1', { roles: ['finance'] })
  add('finance2', { roles: ['finance'] })
  const asService = (clientId: string, scopes: readonly string[] = applicationScopes) =>
    clientOf(service, issuer.serviceToken({ clientId, scopes, tenantId: id }))
  const permissions = ['expense:start']
  const signedIn = signIns(service)
  const asUser = (username: string, token: object) =>
    signedIn({ sub: person(username).id, tenantId: id, permissions, ...token })
  const tenant: TestTenant = {
    id,
    application: asService('expense-app'),
    person,
    add,
    as: (username, granted = permissions) => asUser(username, { permissions: granted }),
    agentOf: (username) =>
      asUser(username, { claims: { act: { sub: 'assistant', name: 'Build Bot' } } }),
    service: asService,
  }
  const registered = await tenant.application.post('/internal/v1/bpm/biz-types', bizTypeBody)
  if (registered.status !== 201) throw new Error(JSON.stringify(registered.body))
  return tenant
}

/** Puts a published definition there as publishing would; answers its id. */
export async function publish(
  { deps }: TestService,
  tenantId: string,
  bpmnXml: string,
  bizType = 'expense',
): Promise<string> {
  const id = uuidv7()
  const at = new Date()
  const key = /<process id="([^"]+)"/.exec(bpmnXml)?.[1] ?? 'process'
  const by = uuidv7()
  await deps.db
    .insertInto('definition_keys')
    .values({ tenant_id: tenantId, key, biz_type: bizType, last_version: 1, created_at: at })
    .execute()
  await deps.db
    .insertInto('definitions')
    .values({
      tenant_id: tenantId,
      id,
      key,
      version: 1,
      biz_type: bizType,
      name: key,
      status: 'PUBLISHED',
      bpmn_xml: bpmnXml,
      created_by: by,
      created_at: at,
      updated_by: by,
      updated_at: at,
      published_by: by,
      published_at: at,
    })
    .execute()
  return id
}
