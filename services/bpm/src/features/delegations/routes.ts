import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { userOf, type UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { findDelegations } from './queries.ts'
import { replaceDelegations } from './replace.ts'
import { DelegationsBody, DelegationsView } from './schema.ts'

const path = '/api/bpm/v1/me/delegations'
const tags = ['delegations']
const config = { caller: 'user' } as const

/** Who decides for the caller while they are away. */
export function addDelegationRoutes(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getDelegations',
        summary: 'Who stands in for the caller, and when',
        tags,
        response: { 200: DelegationsView },
      },
    },
    async (request, reply) => {
      const delegations = await viewDelegations(deps, userOf(request))
      tagRevision(reply, delegations)
      return delegations
    },
  )

  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'replaceDelegations',
        summary: 'Replace who stands in for the caller, for tasks that come from now on',
        tags,
        body: DelegationsBody,
        response: { 200: DelegationsView },
      },
    },
    async (request, reply) => {
      const user = userOf(request)
      await replaceDelegations(
        deps,
        user,
        request.body,
        readRevision(request, request.body.revision),
      )
      const delegations = await viewDelegations(deps, user)
      tagRevision(reply, delegations)
      return delegations
    },
  )
}

async function viewDelegations(
  { db, directory }: Pick<Deps, 'db' | 'directory'>,
  { tenantId, userId }: UserCaller,
): Promise<DelegationsView> {
  const found = await findDelegations(db, tenantId, userId)
  const items = found?.items ?? []
  const ids = items.map(({ to }) => to)
  const users = await directory.findUsers(tenantId, ids)
  return {
    items: items.map(({ to, from, until, bizTypes }) => ({
      to: { id: to, name: users.get(to)?.displayName ?? to },
      from,
      until,
      bizTypes: bizTypes === null ? null : [...bizTypes],
    })),
    revision: found?.revision ?? 0,
  }
}
