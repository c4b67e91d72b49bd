import {
  clientCredentials,
  createClient,
  NoAnswer,
  NoToken,
  ProblemError,
} from '@countersign/client'
import type { Started } from './apply-event.ts'
import type { Config } from './config.ts'
import { ApiError, UnknownResult } from './errors.ts'

/** The variables of one expense, as the business type declares them. */
export type ExpenseVariables = {
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

/** An approval as its initiator sees it. */
export interface Approval {
  readonly status: string
  readonly revision: number
  readonly variables: ExpenseVariables
}

export type Workflow = ReturnType<typeof createWorkflow>

export const bizType = 'expense'
const timeoutMs = 5_000

/** Everything this application says to the platform. */
export function createWorkflow(config: Config, tokensFor = createServiceTokens(config)) {
  const { iamUrl: iam, bpmUrl: bpm, issuerUrl: dms } = config
  // One attempt: a person waits for it. Whoever asks again, they or we, does so with the same key.
  const retry = { tries: 1 }
  const client = createClient({ baseUrl: { iam, bpm, dms }, timeoutMs, retry }).bpm
  const asOwner = (tenantId: string, scope: string) => ({
    token: tokensFor(`${scope} tenant:${tenantId}`),
  })

  return {
    /** Declares the business type in one tenant. Sending it again changes nothing. */
    async register(tenantId: string): Promise<void> {
      const body = declaration(config.callbackOrigin)
      await worded(client.registerBizType({ body }, asOwner(tenantId, 'bpm.biztype.register')))
    },

    /** Starts the approval in the name of the user, with the user's own token. */
    async start(token: string, request: StartRequest): Promise<Started> {
      return worded(client.startProcessInstance({ body: { bizType, ...request } }, { token }))
    },

    async read(token: string, id: string): Promise<Approval> {
      const { status, revision, variables } = await worded(
        client.getProcessInstance({ path: { id } }, { token }),
      )
      return { status, revision, variables: variables as ExpenseVariables }
    },

    /**
     * Sets the variables as the owner of the business type: with the service token.
     *
     * @param revision The one that was read: an approval that has moved on since is left as it is.
     */
    async update(
      tenantId: string,
      id: string,
      body: ExpenseVariables,
      revision: number,
    ): Promise<void> {
      const owner = asOwner(tenantId, 'bpm.instance.write')
      const headers = { 'if-match': `"${revision}"` }
      await worded(
        client.updateProcessInstanceVariables({ path: { id }, body }, { ...owner, headers }),
      )
    },

    /** Sends a returned approval on its way again. The body is the variables object itself. */
    async resubmit(token: string, id: string, body: ExpenseVariables): Promise<void> {
      await worded(client.resubmitProcessInstance({ path: { id }, body }, { token }))
    },
  }
}

const amount = { en: 'Amount', 'zh-CN': '金额' }
const reason = { en: 'Reason', 'zh-CN': '事由' }

const declaration = (origin: string) => ({
  code: bizType,
  version: '1',
  name: 'Expense',
  names: { en: 'Expense', 'zh-CN': '费用报销' },
  variables: [
    { name: 'amount', type: 'number' as const, required: true, label: 'Amount', labels: amount },
    { name: 'reason', type: 'string' as const, required: true, label: 'Reason', labels: reason },
    {
      name: 'approvers',
      type: 'users' as const,
      label: 'Further approvers',
      labels: { en: 'Further approvers', 'zh-CN': '其他审批人' },
    },
  ],
  // What inboxes, mails and phones show of it before anybody opens it.
  keyFields: [
    { variable: 'amount', label: amount, format: 'money' as const, currency: 'EUR' },
    { variable: 'reason', label: reason, format: 'text' as const },
  ],
  detailPath: '/expenses/{bizId}',
  callback: { origin, path: '/internal/bpm-events', maxEventsPerRequest: 20 },
  initiatePermission: 'expense:start',
})

/** Tokens of this application's own; one of a tenant names it as a scope. */
export function createServiceTokens({ iamUrl, clientId, clientSecret }: Config) {
  return clientCredentials({ tokenUrl: `${iamUrl}/oauth2/token`, clientId, clientSecret })
}

/**
 * A refusal of the platform is ours, in its own words.
 *
 * @throws {@link UnknownResult} when no answer comes: the request may have been carried out.
 */
async function worded<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) {
      throw new ApiError(error.status, error.code, error.problem.title, error.problem)
    }
    const isUnknown = [ProblemError, NoAnswer, NoToken].some((kind) => error instanceof kind)
    throw isUnknown ? new UnknownResult('no answer of the platform', { cause: error }) : error
  }
}
