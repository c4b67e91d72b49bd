import { createServer } from 'node:http'
import { createEventReceiver } from '@countersign/event-receiver'
import { expressEventReceiver } from '@countersign/event-receiver/express'
import { clientOf, type Plan } from '@countersign/local/plan'
import type { Ledger } from './ledger.ts'

/** The owner of the business type, as far as events go. */
export interface Receiver {
  /** Ids of the events that were applied, in their order, by instance. */
  readonly applied: ReadonlyMap<string, readonly string[]>
  readonly close: () => Promise<void>
}

/** As `@countersign/event-receiver` makes one, in this version or an earlier one. */
export type CreateEventReceiver = typeof createEventReceiver

/** Takes events at the sample application's address, verified, in order and once. */
export async function startReceiver(
  plan: Plan,
  ledger: Ledger,
  create: CreateEventReceiver = createEventReceiver,
): Promise<Receiver> {
  const { baseUrl, sampleApp } = plan.platform
  const applied = new Map<string, string[]>()
  const receiver = create({
    issuer: baseUrl,
    jwksUrl: `${baseUrl}/oauth2/jwks`,
    workflowClientId: clientOf(plan.platform, 'workflow').clientId,
    origin: sampleApp.callbackOrigin,
    bizTypes: [sampleApp.bizType],
    signatureKeys: `${baseUrl}/api/bpm/v1/event-keys`,
    store: storeIn(applied),
    apply: async () => ledger.acknowledge('delivery'),
    onRefused: (error) => ledger.note(`refused event: ${String(error)}`),
  })
  const server = createServer(expressEventReceiver(receiver))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(plan.settings.ports.expense, 'localhost', resolve)
  })
  return {
    applied,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Store = Parameters<typeof createEventReceiver<undefined>>[0]['store']

/** In memory, one transaction after the other. */
function storeIn(applied: Map<string, string[]>): Store {
  let last: Promise<unknown> = Promise.resolve()
  const of = (instanceId: string) => applied.get(instanceId) ?? []
  return {
    transaction(work) {
      const mine = last.then(() => work(undefined))
      // The next one does not fail because this one did.
      last = mine.catch(() => {})
      return mine
    },
    lockPosition: async (_tx, { instanceId }) => of(instanceId).length,
    findAppliedId: async (_tx, { instanceId, sequence }) => of(instanceId)[sequence - 1],
    async recordApplied(_tx, { instanceId, eventId }) {
      applied.set(instanceId, [...of(instanceId), eventId])
    },
    prune: async () => 0,
  }
}
