import { SCOPES, tenantScope } from '@countersign/contracts'
import { type HttpClient, HttpClientError } from '@countersign/service-kit/http-client'
import { type ServiceTokens, ServiceTokenError } from '@countersign/service-kit/service-token'
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
}

export interface BpmClient {
  /** Starts an approval with the user's own token; `body` are the stored bytes of the request. */
  start(authorization: string, body: string): Promise<BpmResult>
  /** Resubmits with the user's own token. The key makes a repeat harmless. */
  resubmit(authorization: string, instanceId: string, key: string, body: string): Promise<BpmResult>
  /** Updates the owner's variables with the service's own token. */
  patchVariables(
    tenantId: string,
    instanceId: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<BpmResult>
  findByKey(
    tenantId: string,
    initiatorId: string,
    key: string,
  ): Promise<BpmInstance | 'none' | 'unknown'>
  findById(tenantId: string, instanceId: string): Promise<BpmInstance | 'none' | 'unknown'>
  /** Makes "not found" final: the instance if there is one, else the key is closed. */
  fence(
    tenantId: string,
    initiatorId: string,
    key: string,
  ): Promise<BpmInstance | 'none' | 'unknown'>
  registerBizType(tenantId: string, declaration: unknown): Promise<BpmResult>
}

const Instance = Type.Object({
  id: Type.String(),
  status: Type.String(),
  round: Type.Integer(),
})
const Fenced = Type.Object({ fenced: Type.Literal(true) })
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
  return { ...userCalls(base, sender), ...serviceCalls(base, sender) }
}

type Request = Parameters<HttpClient['request']>[0]

interface Sender {
  send(request: Request): Promise<Sent>
  sendAsService(tenantId: string, scope: string, request: Request): Promise<Sent>
}

function createSender({ http, tokens, timeoutMs }: BpmClientOptions): Sender {
  async function send(request: Request): Promise<Sent> {
    try {
      return await http.request({ ...request, timeoutMs })
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
    start: (authorization, body) => post(instances, { authorization }, body),
    resubmit: (authorization, instanceId, key, body) =>
      post(`${instances}/${instanceId}/resubmit`, { authorization, 'idempotency-key': key }, body),
  }
}

function serviceCalls(
  base: string,
  { sendAsService }: Sender,
): Omit<BpmClient, 'start' | 'resubmit'> {
  const internal = `${base}/internal/v1/bpm`
  const find = async (tenantId: string, query: string) => {
    const url = `${internal}/process-instances${query}`
    return readFound(await sendAsService(tenantId, SCOPES.readInstances, { method: 'GET', url }))
  }
  return {
    patchVariables: async (tenantId, instanceId, variables) =>
      readResult(
        await sendAsService(tenantId, SCOPES.writeInstances, {
          method: 'PATCH',
          url: `${internal}/process-instances/${instanceId}/variables`,
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
    registerBizType: async (tenantId, declaration) => {
      const answer = await sendAsService(tenantId, SCOPES.registerBizTypes, {
        method: 'POST',
        url: `${internal}/biz-types`,
        json: declaration,
      })
      const done = typeof answer !== 'string' && (answer.status === 200 || answer.status === 201)
      return done
        ? { kind: 'done', instance: { id: '', status: '', round: 0 } }
        : readResult(answer)
    },
  }
}

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
    return { kind: 'unknown', reason: 'the answer has an unknown shape' }
  }
  const undecided = status >= 500 || status === 408 || status === 425 || status === 429
  const isProblem = typeof body === 'object' && body !== null && 'code' in body
  if (status >= 400 && !undecided && isProblem) return { kind: 'refused', problem: { ...body } }
  return { kind: 'unknown', reason: `the answer is ${status}` }
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
