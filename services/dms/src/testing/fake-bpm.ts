import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErasureReport, ErasureTurn } from '@countersign/contracts'

export interface FakeInstance {
  readonly id: string
  status: string
  round: number
  revision: number
  readonly initiator: string
  readonly key: string
  readonly body: Record<string, unknown>
  variables: Record<string, unknown>
  patchedSinceReturn: boolean
}

/**
 * What happens to the next requests of an operation: answered, never answered, cut off before or
 * after the work was done, or answered otherwise.
 */
export type Fault =
  'none' | 'hang' | 'cut before' | 'cut after' | { readonly status: number; readonly body: unknown }

type Operation =
  | 'directory'
  | 'permit'
  | 'start'
  | 'resubmit'
  | 'patch'
  | 'find'
  | 'fence'
  | 'register'
  | 'record'
  | 'redeliver'

export interface FakeBpm {
  readonly url: string
  readonly instances: FakeInstance[]
  /** Requests so far, as `METHOD path`. */
  readonly requests: { readonly line: string; readonly body: string; readonly token: string }[]
  readonly faults: Partial<Record<Operation, Fault>>
  /** User id → roles and departments, as `role:<id>`: what the directory of iam answers from. */
  readonly memberships: Map<string, string[]>
  /** User id → what they have lost: `active`, or a permission. */
  readonly lost: Map<string, string[]>
  /** User id → name, of those that the directory names. */
  readonly names: Map<string, string>
  /** Users, roles and departments that the directory does not know, as `role:<id>`. */
  readonly strangers: Set<string>
  /** Who is to be forgotten, and what was reported of it, in order. */
  readonly erasures: ErasureTurn[]
  readonly reports: ErasureReport[]
  /** Headers and body of a signed delivery. */
  signEvent(
    event: Record<string, unknown>,
    now: Date,
  ): { headers: Record<string, string>; body: string }
  close(): Promise<void>
}

/** The workflow service, and token endpoint and directory of iam, as a real HTTP server that can misbehave. */
export async function startFakeBpm(): Promise<FakeBpm> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'EdDSA', use: 'sig' }
  const state = {
    instances: [] as FakeInstance[],
    requests: [] as { line: string; body: string; token: string }[],
    faults: {} as Partial<Record<Operation, Fault>>,
    fenced: new Set<string>(),
    permits: new Map<string, Record<string, unknown>>(),
    memberships: new Map<string, string[]>(),
    lost: new Map<string, string[]>(),
    names: new Map<string, string>(),
    strangers: new Set<string>(),
    erasures: [] as ErasureTurn[],
    reports: [] as ErasureReport[],
    jwk,
  }
  const server = createServer((request, response) => {
    handle(state, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    url: `http://127.0.0.1:${port}`,
    signEvent: (event, now) => {
      const body = JSON.stringify(event)
      const id = String(event['eventId'])
      const timestamp = String(Math.floor(now.getTime() / 1000))
      const signature = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), privateKey)
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1a,${signature.toString('base64')}`,
        },
      }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface State {
  readonly instances: FakeInstance[]
  readonly requests: { line: string; body: string; token: string }[]
  readonly faults: Partial<Record<Operation, Fault>>
  readonly fenced: Set<string>
  readonly permits: Map<string, Record<string, unknown>>
  readonly memberships: Map<string, string[]>
  readonly lost: Map<string, string[]>
  readonly names: Map<string, string>
  readonly strangers: Set<string>
  readonly erasures: ErasureTurn[]
  readonly reports: ErasureReport[]
  readonly jwk: Record<string, unknown>
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

async function handle(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://fake')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  if (url.pathname === '/oauth2/token') {
    const scope = new URLSearchParams(body).get('scope')
    return send(response, ok({ access_token: `service ${scope}`, expires_in: 600 }))
  }
  if (url.pathname === '/api/bpm/v1/event-keys') return send(response, ok({ keys: [state.jwk] }))
  const token = (request.headers.authorization ?? '').replace('Bearer ', '')
  state.requests.push({ line: `${request.method ?? ''} ${url.pathname}`, body, token })

  if (url.pathname.startsWith('/internal/v1/iam/erasures')) {
    if (request.method === 'GET') return send(response, ok({ items: state.erasures }))
    state.reports.push(JSON.parse(body) as ErasureReport)
    return send(response, { status: 204, body: {} })
  }
  const [operation, act] = route(state, request, url, body, token)
  const fault = state.faults[operation] ?? 'none'
  if (typeof fault === 'object') return send(response, fault)
  if (fault === 'cut before') return void request.socket.resetAndDestroy()
  const reply = act()
  if (fault === 'hang') return
  if (fault === 'cut after') return void request.socket.resetAndDestroy()
  send(response, reply)
}

function route(
  state: State,
  request: IncomingMessage,
  url: URL,
  body: string,
  token: string,
): [Operation, () => Reply] {
  const path = url.pathname
  const parse = () => JSON.parse(body) as Record<string, unknown>
  if (path.endsWith('/directory/resolve')) return ['directory', () => resolve(state, parse())]
  if (path.endsWith('/directory/users')) return ['directory', () => findUsers(state, url)]
  if (path.endsWith('/biz-types')) return ['register', () => ok({})]
  if (path.endsWith('/start-permits')) return ['permit', () => permitStart(state, parse())]
  if (path.endsWith('/start-keys/fence')) return ['fence', () => fence(state, parse())]
  if (path.endsWith('/resubmit')) {
    const key = String(request.headers['idempotency-key'])
    return ['resubmit', () => resubmit(state, path.split('/').at(-2) ?? '', key, token)]
  }
  if (path.endsWith('/variables')) {
    const read = request.headers['if-match']
    return ['patch', () => patch(state, path.split('/').at(-2) ?? '', parse(), read)]
  }
  if (path.endsWith('/deliveries/redeliver')) {
    return ['redeliver', () => ({ status: 202, body: { instances: 1 } })]
  }
  if (path.endsWith('/record')) return ['record', () => readRecord(state, url)]
  if (request.method === 'POST') return ['start', () => start(state, parse(), subjectOf(token))]
  return ['find', () => find(state, url)]
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function resolve(state: State, body: Record<string, unknown>): Reply {
  const requests = body['requests'] as Record<'key' | 'kind' | 'ref' | 'userId', string>[]
  const items = requests.map(({ key, kind, ref, userId }) => {
    // Users have ids, in any spelling; nobody is known by a name.
    const isUser = kind === 'user' && isId.test(ref) && !state.strangers.has(`user:${ref}`)
    if (kind === 'permission' || isUser) {
      const [id, what] = isUser ? [ref.toLowerCase(), 'active'] : [userId, ref]
      const lost = state.lost.get(id) ?? []
      const isAdmin = what === 'dms:document:admin'
      return { key, userIds: lost.includes(what) || lost.includes('active') || isAdmin ? [] : [id] }
    }
    const has = (principals: string[]) => principals.includes(`${kind}:${ref}`)
    const userIds = [...state.memberships].filter(([, of]) => has(of)).map(([id]) => id)
    const missing = kind === 'user' || state.strangers.has(`${kind}:${ref}`)
    return { key, userIds, ...(missing ? { missing } : {}) }
  })
  return ok({ items })
}

function findUsers(state: State, url: URL): Reply {
  const ids = (url.searchParams.get('ids') ?? '').split(',')
  const items = ids.flatMap((id) => {
    const displayName = state.names.get(id)
    return displayName === undefined ? [] : [{ id, username: id, displayName, active: true }]
  })
  return ok({ items })
}

function permitStart(state: State, body: Record<string, unknown>): Reply {
  const permit = randomUUID()
  state.permits.set(permit, body)
  return { status: 201, body: { permit, expiresAt: new Date().toISOString() } }
}

function start(state: State, body: Record<string, unknown>, initiator: string): Reply {
  const key = String(body['idempotencyKey'])
  if (state.fenced.has(`${initiator} ${key}`)) return problem(409, 'bpm.key_fenced')
  const known = state.instances.find((each) => each.initiator === initiator && each.key === key)
  if (known) return ok(view(known))
  const permit = String(body['permit'])
  const permitted = state.permits.get(permit)
  if (permitted?.['initiator'] !== initiator || permitted['bizId'] !== body['bizId']) {
    return problem(403, 'bpm.permit_invalid')
  }
  state.permits.delete(permit)
  const variables = body['variables'] as Record<string, unknown>
  const instance = {
    id: randomUUID(),
    status: 'RUNNING',
    round: 1,
    revision: 1,
    initiator,
    key,
    body,
    variables,
    patchedSinceReturn: false,
  }
  state.instances.push(instance)
  return { status: 201, body: view(instance) }
}

const resubmitKeys = new Map<string, string>()

function resubmit(state: State, id: string, key: string, token: string): Reply {
  const instance = state.instances.find((each) => each.id === id)
  if (!instance) return problem(404, 'bpm.not_found')
  if (instance.initiator !== subjectOf(token)) return problem(403, 'bpm.initiator_only')
  if (resubmitKeys.get(key) === id) return ok(view(instance))
  if (instance.status !== 'RETURNED') return problem(409, 'bpm.not_returned')
  if (!instance.patchedSinceReturn) return problem(409, 'bpm.owner_update_required')
  resubmitKeys.set(key, id)
  instance.status = 'RUNNING'
  instance.round += 1
  instance.revision += 1
  return ok(view(instance))
}

function patch(
  state: State,
  id: string,
  variables: Record<string, unknown>,
  read: string | undefined,
): Reply {
  const instance = state.instances.find((each) => each.id === id)
  if (!instance) return problem(404, 'bpm.not_found')
  if (read !== `"${instance.revision}"`) return problem(412, 'bpm.revision_mismatch')
  instance.revision += 1
  instance.variables = { ...instance.variables, ...variables }
  instance.patchedSinceReturn = true
  return ok(view(instance))
}

/** Another one each time, as of an approval of which more is known by the time. */
function readRecord(state: State, url: URL): Reply {
  const id = url.pathname.split('/').at(-2)
  const found = state.instances.find((each) => each.id === id)
  if (!found) return problem(404, 'bpm.not_found')
  const print = `%PDF-1.7 ${url.searchParams.get('language')} ${randomUUID()}`
  return ok({ record: `e30.${found.id}.c2ln`, print: Buffer.from(print).toString('base64') })
}

function find(state: State, url: URL): Reply {
  const initiator = url.searchParams.get('initiator')
  if (initiator !== null) {
    const key = url.searchParams.get('idempotencyKey')
    const found = state.instances.filter((each) => each.initiator === initiator && each.key === key)
    return ok({ items: found.map(view), nextCursor: null })
  }
  const bizType = url.searchParams.get('bizType')
  if (bizType !== null) return ok({ items: state.instances.map(view), nextCursor: null })
  const found = state.instances.find((each) => each.id === url.pathname.split('/').at(-1))
  return found ? ok(view(found)) : problem(404, 'bpm.not_found')
}

function fence(state: State, body: Record<string, unknown>): Reply {
  const [initiator, key] = [String(body['initiator']), String(body['idempotencyKey'])]
  const known = state.instances.find((each) => each.initiator === initiator && each.key === key)
  if (known) return ok({ ...view(known), fenced: false })
  state.fenced.add(`${initiator} ${key}`)
  return ok({ fenced: true })
}

const view = ({ id, status, round, revision, initiator, body, variables }: FakeInstance) => ({
  id,
  status,
  round,
  revision,
  title: String(body['title']),
  initiator: { id: initiator, name: 'Somebody' },
  variables,
  createdAt: new Date().toISOString(),
  extra: true,
})
const ok = (body: unknown): Reply => ({ status: 200, body })
const problem = (status: number, code: string): Reply => ({ status, body: { code, status } })

function subjectOf(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(claims) as { sub: string }).sub
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
