import { SCOPES } from '@countersign/contracts'
import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage, type Page } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { serviceOf, type ServiceCaller } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import { problems } from '../../../problems.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import { InstanceView, toInstanceView } from '../../../runtime/views/instance-view.ts'
import { VariablesBody } from '../../../runtime/views/path-view.ts'
import {
  FenceBody,
  FenceView,
  InstanceParams,
  LookupQuery,
  MessageBody,
  type LookupQuery as Lookup,
} from '../schema.ts'
import { fenceStartKey } from './fence.ts'
import { findInstanceByKey, listOwnedInstances } from './queries.ts'
import { sendMessage } from './send-message.ts'
import { getOwned, updateVariables } from './update-variables.ts'

const reads = { caller: 'service', scopes: [SCOPES.readInstances] } as const
const writes = { caller: 'service', scopes: [SCOPES.writeInstances] } as const
const tags = ['instances of an application']

/** What the owning application asks and sets with its own token. */
export function addOwnedInstanceRoutes(app: App, deps: Deps): void {
  addReads(app, deps)
  addWrites(app, deps)
  addFence(app, deps)
}

function addReads(app: App, deps: Deps): void {
  app.get(
    '/internal/v1/bpm/process-instances/:id',
    {
      config: reads,
      schema: {
        operationId: 'getOwnedProcessInstance',
        summary: 'An approval of a business type that the caller owns',
        tags,
        params: InstanceParams,
        response: { 200: InstanceView },
      },
    },
    async (request, reply) => {
      const owned = await getOwned(deps, serviceOf(request), request.params.id)
      return tagRevision(reply, toInstanceView(owned))
    },
  )

  app.get(
    '/internal/v1/bpm/process-instances',
    {
      config: reads,
      schema: {
        operationId: 'findOwnedProcessInstances',
        summary: 'What became of starts: by initiator and key, or by bizType (all of it) and bizId',
        tags,
        querystring: LookupQuery,
        response: { 200: pageOf(InstanceView) },
      },
    },
    async (request) => {
      const page = await lookUp(deps, serviceOf(request), request.query)
      return { ...page, items: page.items.map((row) => toInstanceView(row)) }
    },
  )
}

function addWrites(app: App, deps: Deps): void {
  app.patch(
    '/internal/v1/bpm/process-instances/:id/variables',
    {
      config: writes,
      schema: {
        operationId: 'updateProcessInstanceVariables',
        summary: 'Merge values into the declared variables; the body is the variables object',
        tags,
        params: InstanceParams,
        body: VariablesBody,
        response: { 200: InstanceView },
      },
    },
    async (request, reply) => {
      const owner = serviceOf(request)
      const revision = readRevision(request)
      const { id } = request.params
      const instance = await updateVariables(deps, owner, id, request.body, revision)
      tagRevision(reply, instance)
      return instance
    },
  )

  app.post(
    '/internal/v1/bpm/process-instances/:id/messages',
    {
      config: writes,
      schema: {
        operationId: 'sendProcessInstanceMessage',
        summary: 'Let an approval go on where it waits for this message',
        tags,
        params: InstanceParams,
        body: MessageBody,
        response: { 200: InstanceView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { id } = request.params
      return sendTagged(reply, await sendMessage(deps, serviceOf(request), id, request.body, key))
    },
  )
}

function addFence(app: App, deps: Deps): void {
  app.post(
    '/internal/v1/bpm/start-keys/fence',
    {
      config: writes,
      schema: {
        operationId: 'fenceStartKey',
        summary: 'Find what a key started, or make sure that it never starts anything',
        tags,
        body: FenceBody,
        response: { 200: FenceView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return sendAnswer(reply, await fenceStartKey(deps, serviceOf(request), request.body, key))
    },
  )
}

async function lookUp(
  { db }: Deps,
  { tenantId, clientId }: ServiceCaller,
  query: Lookup,
): Promise<Page<InstanceRow>> {
  const { initiator, idempotencyKey, bizType, bizId, cursor, limit = defaultLimit } = query
  if (initiator !== undefined && idempotencyKey !== undefined) {
    const found = await findInstanceByKey(db, { tenantId, initiatorId: initiator, idempotencyKey })
    const own = found?.ownerClientId === clientId ? [found] : []
    return { items: own, nextCursor: null }
  }
  if (bizType === undefined) {
    throw problems.invalid_request({
      detail: 'Ask by initiator and idempotencyKey, or by bizType, with bizId or without.',
      errors: [{ pointer: '/query', code: 'one_of', detail: 'names no approval' }],
    })
  }
  const rows = await listOwnedInstances(db, tenantId, {
    clientId,
    bizType,
    bizId,
    beforeId: readCursor(cursor, isIdKey),
    limit: limit + 1,
  })
  return toPage(rows, limit, ({ id }) => id)
}
