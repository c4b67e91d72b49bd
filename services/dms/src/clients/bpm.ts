import { SCOPES, tenantScope } from '@countersign/contracts'
import { type HttpClient, HttpClientError } from '@countersign/service-kit/http-client'
import { type ServiceTokens, ServiceTokenError } from '@countersign/service-kit/service-token'
import type { UserCredentials } from '../http/user-credentials.ts'
import { Type } from 'typebox'
import { Check } from 'typebox/value'

/** What a call to the workflow service came to. `unknown`: it may or may not have happened. */
export type BpmResult =
  | { readonly kind: 'done'; readonly instance: BpmInstance }
  | { readonly kind: 'refused'; readonly problem: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The part of a process instance that concerns a binding. */
export interface BpmInstance {
  readonly id: string
  readonly status: string
  readonly round: number
  readonly revision: number
}

/** An approval as a listing has it, of which nothing may be known here. */
export interface BpmListed extends BpmInstance {
  readonly title: string
  readonly initiator: { readonly id: string }
  readonly variables: Readonly<Record<string, unknown>>
  readonly createdAt: string
}

export interface BpmPage {
  readonly items: readonly BpmListed[]
  readonly nextCursor: string | null
}

/** What is permitted: one start, by this person, with this content. */
export interface StartPermit {
  readonly initiator: string
  readonly bizType: string
  readonly bizId: string
  /** base64url of the SHA-256 of the RFC 8785 form of the start's content. */
  readonly contentHash: string
  readonly expiresInSeconds: number
}

export type PermitResult =
  { readonly kind: 'permitted'; readonly permit: string } | Exclude<BpmResult, { kind: 'done' }>

/**
 * The record of an approval in both of its forms, of one moment. `barred`: refused, as this service is not let in
 * or the approval is not found, which passes where keys or versions of a service are just being changed.
 */
export type RecordResult =
  | { readonly kind: 'read'; readonly record: string; readonly print: Buffer }
  | { readonly kind: 'barred'; readonly problem: Readonly<Record<string, unknown>> }
  | Exclude<BpmResult, { kind: 'done' }>

export interface BpmClient {
  /** Permits a start, with the service's own token. */
  permitStart(tenantId: string, permit: StartPermit): Promise<PermitResult>
  /** Starts an approval with the user's own token. */
  start(user: UserCredentials, body: string): Promise<BpmResult>
  /** Resubmits with the user's own token. The key makes a repeat harmless. */
  resubmit(user: UserCredentials, instanceId: string, key: string, body: string): Promise<BpmResult>
  /** Updates the owner's variables of an instance that is still as it was read, with the service's token. */
  patchVariables(
    tenantId: string,
    read: Pick<BpmInstance, 'id' | 'revision'>,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<BpmResult>
  findByKey(
    tenantId: string,
    initiatorId: string,
    key: string,
  ): Promise<BpmInstance | 'none' | 'unknown'>
  findById(tenantId: string, instanceId: string): Promise<BpmInstance | 'none' | 'unknown'>
  /** Approvals of a business type of ours, newest first. */
  listByType(tenantId: string, bizType: string, cursor?: string): Promise<BpmPage | 'unknown'>
  /** Has all events of an approval sent again; answers whether they will be. */
  redeliver(tenantId: string, instanceId: string): Promise<boolean>
  /** Makes "not found" final: the instance if there is one, else the key is closed. */
  fence(
    tenantId: string,
    initiatorId: string,
    key: string,
  ): Promise<BpmInstance | 'none' | 'unknown'>
  registerBizType(tenantId: string, declaration: unknown): Promise<BpmResult>
  /** What an approval has left behind, as far as all who decide about it may see it. */
  readRecord(tenantId: string, instanceId: string, language: string): Promise<RecordResult>
}

const Instance = Type.Object({
  id: Type.String(),
  status: Type.String(),
  round: Type.Integer(),
  revision: Type.Integer(),
})
const Listed = Type.Object({
  ...Instance.properties,
  title: Type.String(),
  initiator: Type.Object({ id: Type.String() }),
  variables: Type.Record(Type.String(), Type.Unknown()),
  createdAt: Type.String(),
})
const Listing = Type.Object({
  items: Type.Array(Listed),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
})
const Permitted = Type.Object({ permit: Type.String() })
const Fenced = Type.Object({ fenced: Type.Literal(true) })
const RecordAnswer = Type.Object({
  record: Type.String({ pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' }),
  // A PDF begins with %PDF-.
  print: Type.String({ pattern: '^JVBERi0' }),
})
const Found = Type.Object({ items: Type.Array(Instance) })

export interface BpmClientOptions {
  readonly bpmUrl: string
  readonly http: HttpClient
  readonly tokens: ServiceTokens
  readonly timeoutMs: number
}

/** Calls the workflow service. Never throws for what the network does: that is a result too. */
export function createBpmClient(options: BpmClientOptions): BpmClient {
  const base = options.bpmUrl.replace(/\/+$/, '')
  const sender = createSender(options)
  return {
    ...userCalls(base, sender),
    ...serviceCalls(base, sender),
    ...reconcileCalls(base, sender),
    ...recordCalls(base, sender),
  }
}

type Request = Parameters<HttpClient['request']>[0]

interface Sender {
  send(request: Request): Promise<Sent>
  sendAsService(tenantId: string, scope: string, request: Request): Promise<Sent>
}

function createSender({ http, tokens, timeoutMs }: BpmClientOptions): Sender {
  async function send(request: Request): Promise<Sent> {
    try {
      return await http.request({ timeoutMs, ...request })
    } catch (error) {
      if (error instanceof HttpClientError) return error.kind
      throw error
    }
  }

  async function sendAsService(tenantId: string, scope: string, request: Request): Promise<Sent> {
    const scopes = [scope, tenantScope(tenantId)]
    const attempt = async () => {
      const authorization = `Bearer ${await tokens.get(scopes)}`
      return send({ ...request, headers: { ...request.headers, authorization } })
    }
    try {
      const answer = await attempt()
      if (typeof answer === 'string' || answer.status !== 401) return answer
      tokens.invalidate(scopes)
      return await attempt()
    } catch (error) {
      // Without a token nothing was sent; asking again later is all there is to do.
      if (error instanceof ServiceTokenError || error instanceof HttpClientError) return 'no token'
      throw error
    }
  }

  return { send, sendAsService }
}

function userCalls(base: string, { send }: Sender): Pick<BpmClient, 'start' | 'resubmit'> {
  const post = async (url: string, headers: Record<string, string>, body: string) => {
    const json = { ...headers, 'content-type': 'application/json' }
    return readResult(await send({ method: 'POST', url, headers: json, body }))
  }
  const instances = `${base}/api/bpm/v1/process-instances`
  return {
    start: (user, body) => post(instances, user, body),
    resubmit: (user, instanceId, key, body) =>
      post(`${instances}/${instanceId}/resubmit`, { ...user, 'idempotency-key': key }, body),
  }
}

function serviceCalls(
  base: string,
  { sendAsService }: Sender,
): Omit<BpmClient, 'start' | 'resubmit' | 'readRecord' | 'listByType' | 'redeliver'> {
  const internal = `${base}/internal/v1/bpm`
  const find = async (tenantId: string, query: string) => {
    const url = `${internal}/process-instances${query}`
    return readFound(await sendAsService(tenantId, SCOPES.readInstances, { method: 'GET', url }))
  }
  return {
    permitStart: async (tenantId, permit) =>
      readPermit(
        await sendAsService(tenantId, SCOPES.writeInstances, {
          method: 'POST',
          url: `${internal}/start-permits`,
          json: permit,
        }),
      ),
    patchVariables: async (tenantId, { id, revision }, variables) =>
      readResult(
        await sendAsService(tenantId, SCOPES.writeInstances, {
          method: 'PATCH',
          url: `${internal}/process-instances/${id}/variables`,
          headers: { 'if-match': `"${revision}"` },
          json: variables,
        }),
      ),
    findByKey: (tenantId, initiator, idempotencyKey) =>
      find(tenantId, `?${new URLSearchParams({ initiator, idempotencyKey }).toString()}`),
    findById: (tenantId, instanceId) => find(tenantId, `/${instanceId}`),
    fence: async (tenantId, initiator, idempotencyKey) =>
      readFound(
        await sendAsService(tenantId, SCOPES.writeInstances, {
          method: 'POST',
          url: `${internal}/start-keys/fence`,
          json: { initiator, idempotencyKey },
        }),
      ),
    registerBizType: async (tenantId, declaration) =>
      readRegistered(
        await sendAsService(tenantId, SCOPES.registerBizTypes, {
          method: 'POST',
          url: `${internal}/biz-types`,
          json: declaration,
        }),
      ),
  }
}

/** What is asked after a restore alone. */
function reconcileCalls(
  base: string,
  { sendAsService }: Sender,
): Pick<BpmClient, 'listByType' | 'redeliver'> {
  const internal = `${base}/internal/v1/bpm`
  return {
    listByType: async (tenantId, bizType, cursor) => {
      const query = new URLSearchParams({ bizType, ...(cursor === undefined ? {} : { cursor }) })
      const url = `${internal}/process-instances?${query.toString()}`
      const request = { method: 'GET', url } as const
      return readListing(await sendAsService(tenantId, SCOPES.readInstances, request))
    },
    redeliver: async (tenantId, instanceId) => {
      const url = `${internal}/deliveries/redeliver`
      const request = { method: 'POST', url, json: { instanceId } } as const
      const answer = await sendAsService(tenantId, SCOPES.writeInstances, request)
      return typeof answer !== 'string' && answer.status === 202
    },
  }
}

const recordCalls = (base: string, { sendAsService }: Sender): Pick<BpmClient, 'readRecord'> => ({
  readRecord: async (tenantId, instanceId, language) =>
    readRecordAnswer(
      await sendAsService(tenantId, SCOPES.readInstances, {
        method: 'GET',
        url: `${base}/internal/v1/bpm/process-instances/${instanceId}/record?language=${language}`,
        maxResponseBytes: MAX_RECORD_BYTES,
        timeoutMs: RECORD_TIMEOUT_MS,
      }),
    ),
})

// A print with all its fonts, in base64.
const MAX_RECORD_BYTES = 64 * 1024 ** 2
// It will not be smaller when it is asked for again.
const TOO_LARGE: HttpClientError['kind'] = 'too_large'
// Prints are made one after the other.
const RECORD_TIMEOUT_MS = 30_000

const unknownShape = { kind: 'unknown', reason: 'the answer has an unknown shape' } as const

type Sent = { status: number; text: string } | string

/**
 * A refusal is an answer of the service itself that nothing was done. Everything else, overload
 * and a gateway's errors included, leaves open what happened.
 */
function readResult(answer: Sent): BpmResult {
  if (typeof answer === 'string') return { kind: 'unknown', reason: answer }
  const { status, text } = answer
  const body = parse(text)
  if (status >= 200 && status < 300) {
    if (Check(Instance, body)) return { kind: 'done', instance: body }
    return unknownShape
  }
  const undecided = status >= 500 || status === 408 || status === 425 || status === 429
  const isProblem = typeof body === 'object' && body !== null && 'code' in body
  if (status >= 400 && !undecided && isProblem) return { kind: 'refused', problem: { ...body } }
  return { kind: 'unknown', reason: `the answer is ${status}` }
}

function readRegistered(answer: Sent): BpmResult {
  const done = typeof answer !== 'string' && (answer.status === 200 || answer.status === 201)
  return done
    ? { kind: 'done', instance: { id: '', status: '', round: 0, revision: 0 } }
    : readResult(answer)
}

function readPermit(answer: Sent): PermitResult {
  const body = typeof answer === 'string' ? undefined : parse(answer.text)
  if (Check(Permitted, body)) return { kind: 'permitted', permit: body.permit }
  const result = readResult(answer)
  return result.kind === 'done' ? unknownShape : result
}

function readRecordAnswer(answer: Sent): RecordResult {
  const body = typeof answer === 'string' ? undefined : parse(answer.text)
  if (Check(RecordAnswer, body)) {
    return { kind: 'read', record: body.record, print: Buffer.from(body.print, 'base64') }
  }
  if (answer === TOO_LARGE) return { kind: 'refused', problem: { code: answer } }
  const result = readResult(answer)
  if (result.kind === 'done') return unknownShape
  const isBarred = typeof answer !== 'string' && [401, 403, 404].includes(answer.status)
  return result.kind === 'refused' && isBarred ? { ...result, kind: 'barred' } : result
}

function readListing(answer: Sent): BpmPage | 'unknown' {
  if (typeof answer === 'string' || answer.status !== 200) return 'unknown'
  const body = parse(answer.text)
  return Check(Listing, body) ? body : 'unknown'
}

function readFound(answer: Sent): BpmInstance | 'none' | 'unknown' {
  if (typeof answer === 'string') return 'unknown'
  const body = parse(answer.text)
  if (answer.status === 200 && Check(Instance, body)) return body
  if (answer.status === 200 && Check(Found, body)) return body.items[0] ?? 'none'
  if (answer.status === 200 && Check(Fenced, body)) return 'none'
  // A 404 of the service itself; one of a proxy on the way says nothing.
  const isProblem = typeof body === 'object' && body !== null && 'code' in body
  return answer.status === 404 && isProblem ? 'none' : 'unknown'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
