import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { readsAll, serviceOf, userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findSignal } from './queries.ts'
import { SignalParams, SignalView, ThrowBody } from './schema.ts'
import { throwSignal } from './throw.ts'
import { toSignalView } from './views.ts'

const config = { caller: 'user', permission: 'bpm:signal:write' } as const
const tags = ['signals']
const path = '/api/bpm/v1/signals'
const owned = '/internal/v1/bpm/signals'

/** Signals that go to all approvals of a tenant that wait for them. */
export function addSignalRoutes(app: App, deps: Deps): void {
  addOfTenant(app, deps)
  addOfApplication(app, deps)
}

function addOfTenant(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'throwSignal',
        summary: 'Throw a signal to every approval of the tenant that waits for it',
        tags,
        body: ThrowBody,
        response: { 202: SignalView },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = userOf(request)
      const { name } = request.body
      const key = readIdempotency(request)
      return sendAnswer(reply, await throwSignal(deps, { tenantId, userId }, name, key))
    },
  )

  app.get(
    `${path}/:id`,
    {
      config,
      schema: {
        operationId: 'getSignal',
        summary: 'What was thrown, and how many approvals have heard it',
        tags,
        params: SignalParams,
        response: { 200: SignalView },
      },
    },
    async (request) => {
      const caller = userOf(request)
      const found = await findSignal(deps.db, caller.tenantId, request.params.id)
      if (found === undefined) throw problems.not_found()
      return toSignalView(found, readsAll(caller))
    },
  )
}

function addOfApplication(app: App, deps: Deps): void {
  app.post(
    owned,
    {
      config: { caller: 'service', scopes: [SCOPES.writeInstances] },
      schema: {
        operationId: 'throwOwnedSignal',
        summary: 'Throw a signal to the approvals of the business types that the caller owns',
        tags,
        body: ThrowBody,
        response: { 202: SignalView },
      },
    },
    async (request, reply) => {
      const { name } = request.body
      const key = readIdempotency(request)
      return sendAnswer(reply, await throwSignal(deps, serviceOf(request), name, key))
    },
  )

  app.get(
    `${owned}/:id`,
    {
      config: { caller: 'service', scopes: [SCOPES.readInstances] },
      schema: {
        operationId: 'getOwnedSignal',
        summary: 'What the caller has thrown, and how many approvals have heard it',
        tags,
        params: SignalParams,
        response: { 200: SignalView },
      },
    },
    async (request) => {
      const { tenantId, clientId } = serviceOf(request)
      const found = await findSignal(deps.db, tenantId, request.params.id)
      if (found?.clientId !== clientId) throw problems.not_found()
      return toSignalView(found)
    },
  )
}
