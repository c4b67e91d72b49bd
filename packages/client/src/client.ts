import { bpmOperations } from './generated/bpm-operations.ts'
import type { operations as Bpm } from './generated/bpm.ts'
import { dmsOperations } from './generated/dms-operations.ts'
import type { operations as Dms } from './generated/dms.ts'
import { iamOperations } from './generated/iam-operations.ts'
import type { operations as Iam } from './generated/iam.ts'
import type { CallArguments, OperationCard, Service } from './operation.ts'
import type { ClientOptions, KeyedCallOptions } from './options.ts'
import { callOperation } from './send.ts'

export type IamService = Service<typeof iamOperations, Iam>
export type BpmService = Service<typeof bpmOperations, Bpm>
export type DmsService = Service<typeof dmsOperations, Dms>

/** The three services, each operation by the name that its OpenAPI document gives it. */
export interface Client {
  readonly iam: IamService
  readonly bpm: BpmService
  readonly dms: DmsService
}

/**
 * A client of the platform. It asks nothing before it is called, and keeps nothing: make one wherever
 * another token is wanted, or give the token with the call.
 *
 * ```ts
 * const { bpm } = createClient({ baseUrl: 'https://platform.example', token: userToken })
 * const approval = await bpm.startProcessInstance({ body: { bizType, bizId, title, variables, idempotencyKey } })
 * const task = await bpm.getTask({ path: { taskNo } })
 * ```
 *
 * An operation gives the content of its answer, or the `Response` where that is no JSON (downloads,
 * exports, streams). It throws `ProblemError` when the service refuses, `NoAnswer` when nothing
 * whole came back. It is sent again only where that does nothing twice.
 *
 * @see RFC 9110 section 9.2.2, RFC 9457.
 */
export function createClient(options: ClientOptions): Client {
  // The tables and the types are made from the same documents.
  return {
    iam: bind(options, 'iam', iamOperations) as IamService,
    bpm: bind(options, 'bpm', bpmOperations) as BpmService,
    dms: bind(options, 'dms', dmsOperations) as DmsService,
  }
}

function bind(
  options: ClientOptions,
  service: 'iam' | 'bpm' | 'dms',
  cards: Readonly<Record<string, OperationCard>>,
): unknown {
  const { baseUrl, internalUrl } = options
  const publicUrl = typeof baseUrl === 'string' ? baseUrl : baseUrl[service]
  const calls = Object.entries(cards).map(([name, card]) => {
    const base = card.path.startsWith('/internal/') ? (internalUrl ?? publicUrl) : publicUrl
    const call = (args: CallArguments = {}, callOptions: KeyedCallOptions = {}) =>
      callOperation(options, base, card, args, callOptions)
    return [name, call]
  })
  return Object.fromEntries(calls)
}
