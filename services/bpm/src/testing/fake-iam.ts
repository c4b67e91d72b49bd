import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  AttachmentReaders,
  AttachVersionsBody,
  DirectoryRequest,
  ErasureReport,
  ErasureTurn,
} from '@countersign/contracts'

/** A member of a tenant as the fake directory knows them. */
export interface Person {
  readonly id: string
  readonly tenantId: string
  readonly username: string
  readonly displayName: string
  readonly active: boolean
  readonly roles: readonly string[]
  readonly managerId?: string
  readonly email?: string
  readonly locale?: string
}

export interface FakeIam {
  readonly url: string
  readonly people: Person[]
  /** Requests to the directory so far, as `METHOD path`. */
  readonly requests: string[]
  /** While set, every directory request is answered with this status. */
  failWith: number | undefined
  /** Versions that dms lets nobody read; all others are readable. */
  readonly unreadable: Set<string>
  /** What dms was told of who reads attachments, in order. */
  readonly grants: Grant[]
  /** Who is to be forgotten, and what was reported of it, in order. */
  readonly erasures: ErasureTurn[]
  readonly reports: ErasureReport[]
  readonly close: () => Promise<void>
}

export type Grant = AttachmentReaders & { readonly instanceId: string }

export const fakeCredentials = {
  clientId: 'workflow',
  clientSecret: 'fake-workflow-secret-32-characters',
}

/** What bpm calls, as a real HTTP server: token endpoint and directory of iam, attachments of dms. */
export async function startFakeIam(): Promise<FakeIam> {
  const fake = {
    people: [] as Person[],
    requests: [] as string[],
    failWith: undefined as number | undefined,
    unreadable: new Set<string>(),
    grants: [] as Grant[],
    erasures: [] as ErasureTurn[],
    reports: [] as ErasureReport[],
  }
  const server = createServer((request, response) => {
    answer(fake, request).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 500, { error: String(error) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(fake, { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) })
}

type State = Omit<FakeIam, 'url' | 'close'>

async function answer(
  state: State,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? '/', 'http://fake')
  const body = await readText(request)
  if (url.pathname === '/oauth2/token') return issueToken(request, new URLSearchParams(body))
  state.requests.push(`${request.method ?? ''} ${url.pathname}`)
  if (state.failWith !== undefined) return { status: state.failWith, body: {} }

  const scopes =
    /^Bearer fake (.+)$/.exec(request.headers.authorization ?? '')?.[1]?.split(' ') ?? []
  const tenantId = scopes.find((scope) => scope.startsWith('tenant:'))?.slice('tenant:'.length)
  if (url.pathname === '/internal/v1/dms/attachments' && scopes.includes('dms.internal')) {
    const { versions } = JSON.parse(body) as AttachVersionsBody
    const versionIds = versions.map(({ versionId }) => versionId)
    const readable = versionIds.filter((id) => !state.unreadable.has(id))
    return {
      status: 200,
      body: { readable: readable.map((versionId) => ({ versionId, sha256: digestOf(versionId) })) },
    }
  }
  const granted = /^\/internal\/v1\/dms\/approvals\/([^/]+)\/attachments$/.exec(url.pathname)
  if (granted !== null && scopes.includes('dms.internal')) {
    state.grants.push({ instanceId: granted[1] ?? '', ...(JSON.parse(body) as AttachmentReaders) })
    return { status: 204, body: {} }
  }
  if (url.pathname.startsWith('/internal/v1/iam/erasures') && scopes.includes('iam.internal')) {
    if (request.method === 'GET') return { status: 200, body: { items: state.erasures } }
    state.reports.push(JSON.parse(body) as ErasureReport)
    return { status: 204, body: {} }
  }
  if (!scopes.includes('iam.internal') || tenantId === undefined) return { status: 403, body: {} }
  const members = state.people.filter((person) => person.tenantId === tenantId)

  if (url.pathname === '/internal/v1/iam/directory/users') {
    const ids = (url.searchParams.get('ids') ?? '').split(',')
    const items = members.filter(({ id }) => ids.includes(id)).map(toUser)
    return { status: 200, body: { items } }
  }
  const { requests } = JSON.parse(body) as { requests: DirectoryRequest[] }
  return { status: 200, body: { items: requests.map((asked) => resolve(members, asked)) } }
}

/** What dms says of the bytes of a version. */
export const digestOf = (versionId: string): string => versionId.replaceAll('-', '').repeat(2)

function issueToken(
  request: IncomingMessage,
  form: URLSearchParams,
): { status: number; body: unknown } {
  const { clientId, clientSecret } = fakeCredentials
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  if (request.headers.authorization !== expected)
    return { status: 401, body: { error: 'invalid_client' } }
  const token = `fake ${form.get('scope') ?? ''}`
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 600 } }
}

function resolve(members: readonly Person[], asked: DirectoryRequest) {
  const active = members.filter((person) => person.active)
  const userIds = findPeople(active, asked)
  return userIds === undefined
    ? { key: asked.key, userIds: [], missing: true }
    : { key: asked.key, userIds }
}

function findPeople(active: readonly Person[], asked: DirectoryRequest): string[] | undefined {
  switch (asked.kind) {
    case 'user': {
      const found = active.filter(({ id, username }) => id === asked.ref || username === asked.ref)
      return found.length === 0 ? undefined : found.map(({ id }) => id)
    }
    case 'role': {
      const found = active.filter(({ roles }) => roles.includes(asked.ref ?? ''))
      return found.length === 0 ? undefined : found.map(({ id }) => id)
    }
    case 'managerLine':
      return managersOf(active, asked.userId ?? '').slice((asked.from ?? 1) - 1, asked.to ?? 1)
    default:
      return undefined
  }
}

function managersOf(people: readonly Person[], userId: string): string[] {
  const line: string[] = []
  let current = people.find(({ id }) => id === userId)?.managerId
  while (current !== undefined && !line.includes(current)) {
    line.push(current)
    const id = current
    current = people.find((person) => person.id === id)?.managerId
  }
  return line
}

const toUser = ({ id, username, displayName, active, email, locale }: Person) => ({
  id,
  username,
  displayName,
  active,
  ...(email === undefined ? {} : { email }),
  ...(locale === undefined ? {} : { locale }),
})

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = status === 204 ? undefined : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
