import type { Config } from './config.ts'
import { ApiError, UnknownResult } from './errors.ts'

/** The variables of one expense, as the business type declares them. */
export interface ExpenseVariables {
  readonly amount: number
  readonly reason: string
  readonly approvers?: readonly string[]
}

export interface StartRequest {
  readonly bizId: string
  readonly title: string
  readonly variables: ExpenseVariables
  /** Kept with the row before the call: the same key starts at most one approval. */
  readonly idempotencyKey: string
}

export type Workflow = ReturnType<typeof createWorkflow>

const bizType = 'expense'
const timeoutMs = 5_000

/** Everything this application says to the platform. Plain HTTP; no SDK is needed. */
export function createWorkflow(config: Config, tokens = createServiceTokens(config)) {
  const instances = `${config.bpmUrl}/api/bpm/v1/process-instances`
  const serviceToken = (tenantId: string, scope: string) => tokens(`${scope} tenant:${tenantId}`)

  return {
    /** Declares the business type in one tenant. Sending it again changes nothing. */
    async register(tenantId: string): Promise<void> {
      const token = await serviceToken(tenantId, 'bpm.biztype.register')
      await send('POST', `${config.bpmUrl}/internal/v1/bpm/biz-types`, token, {
        code: bizType,
        version: '1',
        name: 'Expense',
        variables: [
          { name: 'amount', type: 'number', required: true, label: 'Amount' },
          { name: 'reason', type: 'string', required: true, label: 'Reason' },
          { name: 'approvers', type: 'users', label: 'Further approvers' },
        ],
        detailPath: '/expenses/{bizId}',
        callback: { origin: config.callbackOrigin, path: '/internal/bpm-events' },
        initiatePermission: 'expense:start',
      })
    },

    /** Starts the approval in the name of the user, with the user's own token. */
    async start(userToken: string, request: StartRequest): Promise<{ id: string }> {
      const instance = await send('POST', instances, userToken, { bizType, ...request })
      return { id: String(instance['id']) }
    },

    /** Sets the variables as the owner of the business type: with the service token. */
    async update(tenantId: string, instanceId: string, variables: ExpenseVariables): Promise<void> {
      const token = await serviceToken(tenantId, 'bpm.instance.write')
      const path = `/internal/v1/bpm/process-instances/${instanceId}/variables`
      await send('PATCH', `${config.bpmUrl}${path}`, token, variables)
    },

    /** Sends a returned approval on its way again. The body is the variables object itself. */
    async resubmit(userToken: string, instanceId: string, variables: ExpenseVariables) {
      await send('POST', `${instances}/${instanceId}/resubmit`, userToken, variables)
    },
  }
}

/** Tokens of this application's own, by client_credentials; one of a tenant names it as a scope. */
export function createServiceTokens(config: Config) {
  const kept = new Map<string, { token: string; goodUntil: number }>()
  const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')

  return async (scopes: string, isRefused = false): Promise<string> => {
    const known = isRefused ? undefined : kept.get(scopes)
    if (known !== undefined && known.goodUntil > Date.now()) return known.token
    const answer = await request(`${config.iamUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes }),
    })
    if (!answer.ok) throw new UnknownResult(`no service token: ${answer.status}`)
    const { access_token, expires_in } = (await answer.json()) as TokenAnswer
    // Renewed a minute early, so that none runs out on its way.
    const goodUntil = Date.now() + (expires_in - 60) * 1000
    kept.set(scopes, { token: access_token, goodUntil })
    return access_token
  }
}

interface TokenAnswer {
  readonly access_token: string
  readonly expires_in: number
}

async function send(
  method: string,
  url: string,
  token: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await request(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.ok) return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  if (answer.status >= 500) throw new UnknownResult(`${method} ${url}: ${answer.status}`)
  throw ApiError.fromProblem(answer.status, text)
}

/** @throws {@link UnknownResult} when no answer comes: the request may have been carried out. */
async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw new UnknownResult(`no answer from ${new URL(url).host}`, { cause: error })
  }
}
