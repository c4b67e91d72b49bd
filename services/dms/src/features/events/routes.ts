import { SCOPES, SequenceExpected, WorkflowEvent } from '@countersign/contracts'
import type { Verifier } from '@countersign/auth-verifier'
import {
  createEventReceiver,
  EVENT_REFUSALS,
  type SignatureKeys,
} from '@countersign/event-receiver'
import { fastifyEventReceiver } from '@countersign/event-receiver/fastify'
import { kyselyStore } from '@countersign/event-receiver/kysely'
import type { App } from '@countersign/service-kit/http'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { bizType } from '../../core/biz-type.ts'
import { applyBpmEvent } from './apply.ts'
import { repeatable } from './transaction.ts'

export interface EventTrust {
  readonly verifier: Verifier
  /** The one client that may deliver events. */
  readonly workflowClientId: string
  /** Where the workflow service publishes the keys that sign event bodies. */
  readonly signatureKeys: string | SignatureKeys
}

const Receipt = closed({
  result: Type.Union([Type.Literal('applied'), Type.Literal('duplicate')]),
})

/** One of several events in a request (CloudEvents 1.0, JSON format): what is believed stands in its data. */
const CloudEvent = Type.Object({ specversion: Type.Literal('1.0'), data: WorkflowEvent })

/** Where the workflow service delivers events, as to any business application. */
export async function addEventRoutes(app: App, deps: Deps, trust: EventTrust): Promise<void> {
  const receiver = createEventReceiver({
    ...trust,
    origin: deps.settings.callbackOrigin,
    bizTypes: [bizType],
    now: deps.now,
    store: kyselyStore(deps.db, { transaction: repeatable(deps.db) }),
    apply: (tx, event) => applyBpmEvent(tx, event, deps),
    onRefused: (error, event) =>
      deps.log.warn({ err: error, eventId: event?.eventId }, 'workflow event not accepted'),
  })
  await app.register(fastifyEventReceiver, {
    receiver,
    path: '/internal/v1/dms/bpm-events',
    config: {
      caller: 'service',
      scopes: [SCOPES.events],
      takes: {
        'application/json': { schema: WorkflowEvent },
        'application/cloudevents-batch+json': { schema: Type.Array(CloudEvent) },
      },
      refuses: EVENT_REFUSALS,
    },
    schema: {
      operationId: 'receiveBpmEvent',
      summary: 'An event of the workflow service',
      response: { 200: Receipt, 409: SequenceExpected },
    } as object,
  })
}
