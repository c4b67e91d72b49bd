import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import type { Deps } from '../../deps.ts'
import { namePrincipals, searchPrincipals } from './queries.ts'
import { PeopleQuery, principalKinds, Principals, type Principal } from './schema.ts'

/**
 * Names of the people of one's own tenant, for every member: a task is transferred to somebody, a
 * document shared with a role. It says nothing else of them.
 */
export function addPeopleRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/iam/v1/people',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'searchPeople',
        summary: 'People, roles and departments of the tenant, by part of a name or by id',
        tags: ['people'],
        querystring: PeopleQuery,
        response: { 200: Principals },
      },
    },
    async (request) => {
      const { tenantId } = tenantCaller(request)
      const { q = '', ids, kinds: wanted } = request.query
      const kinds = readKinds(wanted)
      return {
        items: await (ids === undefined
          ? searchPrincipals(db, tenantId, { kinds, q: q.trim() })
          : namePrincipals(db, tenantId, { kinds, ids: partsOf(ids) })),
      }
    },
  )
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function readKinds(text: string | undefined): readonly Principal['kind'][] {
  if (text === undefined) return principalKinds
  const wanted = partsOf(text)
  return principalKinds.filter((kind) => wanted.includes(kind))
}
