import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { userOf, type UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { findInboxFilters } from './queries.ts'
import { replaceInboxFilters } from './replace.ts'
import { InboxFiltersBody, InboxFiltersView } from './schema.ts'

const path = '/api/bpm/v1/me/inbox-filters'
const tags = ['tasks']
const config = { caller: 'user' } as const

/** What the caller narrows their inbox to, under names of theirs. */
export function addInboxFilterRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  const view = async ({ tenantId, userId }: UserCaller): Promise<InboxFiltersView> => {
    const found = await findInboxFilters(deps.db, tenantId, userId)
    return { items: found?.items ?? [], revision: found?.revision ?? 0 }
  }

  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getInboxFilters',
        summary: 'What the caller narrows their inbox to, under names of theirs',
        tags,
        response: { 200: InboxFiltersView },
      },
    },
    async (request, reply) => {
      const filters = await view(userOf(request))
      tagRevision(reply, filters)
      return filters
    },
  )

  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'replaceInboxFilters',
        summary: 'Replace the named filters of the caller’s inbox',
        tags,
        body: InboxFiltersBody,
        response: { 200: InboxFiltersView },
      },
    },
    async (request, reply) => {
      const user = userOf(request)
      const { body } = request
      await replaceInboxFilters(deps, user, body, readRevision(request, body.revision))
      const filters = await view(user)
      tagRevision(reply, filters)
      return filters
    },
  )
}
