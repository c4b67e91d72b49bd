import { labelDevice } from '@countersign/service-kit/device-label'
import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { problems } from '../../../problems.ts'
import { deleteDevices, deleteDevicesEverywhere, listDevices, type DeviceRow } from './queries.ts'
import {
  PushSubscriptionBody,
  PushSubscriptionParams,
  PushSubscriptionsView,
  PushSubscriptionView,
} from './schema.ts'
import { subscribe } from './subscribe.ts'

const path = '/api/bpm/v1/me/push-subscriptions'
const tags = ['notifications']
const config = { caller: 'user' } as const

const toView = ({
  id,
  endpointHash,
  device,
  createdAt,
  sentAt,
}: DeviceRow): PushSubscriptionView => ({
  id,
  endpointHash,
  device,
  createdAt: createdAt.toISOString(),
  lastSentAt: sentAt?.toISOString() ?? null,
})

/** The devices on which the caller is told. */
export function addPushSubscriptionRoutes(app: App, deps: Pick<Deps, 'db' | 'now' | 'push'>): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listPushSubscriptions',
        summary:
          'The devices on which the caller is told, and the key that one more subscribes with',
        tags,
        response: { 200: PushSubscriptionsView },
      },
    },
    async (request): Promise<PushSubscriptionsView> => {
      const { tenantId, userId } = userOf(request)
      const devices = await listDevices(deps.db, tenantId, userId)
      const applicationServerKey = deps.push?.keys[0].publicKey ?? null
      return { applicationServerKey, items: devices.map(toView) }
    },
  )

  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'createPushSubscription',
        summary: 'Have a device told (Web Push), or find it by its endpoint',
        tags,
        body: PushSubscriptionBody,
        response: { 200: PushSubscriptionView, 201: PushSubscriptionView },
      },
    },
    async (request, reply) => {
      const device = labelDevice(request.headers['user-agent'])
      const { row, created } = await subscribe(deps, userOf(request), request.body, device)
      return reply.code(created ? 201 : 200).send(toView(row))
    },
  )

  addRemovals(app, deps)
}

function addRemovals(app: App, { db }: Pick<Deps, 'db'>): void {
  const response = { 204: Type.Null() }

  app.delete(
    `${path}/:id`,
    {
      config,
      schema: {
        operationId: 'deletePushSubscription',
        summary: 'Tell a device no more',
        tags,
        params: PushSubscriptionParams,
        response,
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = userOf(request)
      const removed = await deleteDevices(db, tenantId, userId, request.params.id)
      if (removed === 0) throw problems.not_found()
      return reply.code(204).send(null)
    },
  )

  app.delete(
    path,
    {
      config,
      schema: {
        operationId: 'deletePushSubscriptions',
        summary: 'Tell none of the caller’s devices any more, in no tenant',
        tags,
        response,
      },
    },
    async (request, reply) => {
      await deleteDevicesEverywhere(db, userOf(request).userId)
      return reply.code(204).send(null)
    },
  )
}
