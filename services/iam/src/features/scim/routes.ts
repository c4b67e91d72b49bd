import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { jsonParser } from '@countersign/service-kit/json-parser'
import { Type, type Static } from 'typebox'
import { claimantOf, type Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { IdParams } from '../../schema.ts'
import {
  listResponse,
  maxCount,
  oneOf,
  resourceTypes,
  schemas,
  serviceProviderConfig,
} from './discovery.ts'
import { ScimError, toScimAnswer } from './error.ts'
import { readFilter } from './filter.ts'
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  patchScimGroup,
  replaceScimGroup,
  toScimGroup,
} from './groups.ts'
import { listScimGroups, listScimUsers } from './queries.ts'
import {
  createScimUser,
  getScimUser,
  patchScimUser,
  removeScimUser,
  replaceScimUser,
  toScimUser,
} from './users.ts'

const path = '/api/iam/v1/scim/v2'
const scimJson = 'application/scim+json'

// More is no number of rows to PostgreSQL.
const Count = Type.Integer({ maximum: 2_147_483_647 })
const OneQuery = Type.Object({
  excludedAttributes: Type.Optional(Type.String({ maxLength: 1_000 })),
})
type OneQuery = Static<typeof OneQuery>
const ListQuery = Type.Object({
  ...OneQuery.properties,
  filter: Type.Optional(Type.String({ maxLength: 1_000 })),
  startIndex: Type.Optional(Count),
  count: Type.Optional(Count),
})
type ListQuery = Static<typeof ListQuery>
const NameParams = Type.Object({ name: Type.String({ maxLength: 100 }) })

interface Resource {
  readonly name: 'Users' | 'Groups'
  list(claimant: Claimant, query: ListQuery): Promise<{ total: number; items: object[] }>
  get(claimant: Claimant, id: string, query: OneQuery): Promise<object>
  create(claimant: Claimant, body: unknown): Promise<object>
  replace(claimant: Claimant, id: string, body: unknown): Promise<object>
  patch(claimant: Claimant, id: string, body: unknown): Promise<object>
  remove(claimant: Claimant, id: string): Promise<void>
}

/** SCIM 2.0 (RFC 7643, RFC 7644): a directory elsewhere provisions users and groups of one tenant. */
export async function addScimRoutes(parent: App, deps: Deps): Promise<void> {
  await parent.register(async (plain) => {
    const app = plain as App
    app.addContentTypeParser<string>(scimJson, { parseAs: 'string' }, jsonParser(app))
    app.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = toScimAnswer(error)
      if (status >= 500) request.log.error({ err: error }, 'provisioning failed')
      return reply.code(status).headers(headers).type(scimJson).send(JSON.stringify(body))
    })
    const base = `${deps.issuer}${path}`
    addDiscoveryRoutes(app, base)
    addResourceRoutes(app, usersOf(deps, base))
    addResourceRoutes(app, groupsOf(deps, base))
  })
}

const config = { caller: 'service', scopes: [SCOPES.scim] } as const

const windowOf = ({ startIndex = 1, count = 100 }: ListQuery) => ({
  offset: Math.max(1, startIndex) - 1,
  limit: Math.min(maxCount, Math.max(0, count)),
})

// RFC 7644 section 3.9: the one attribute that may be long. The others are sent, whatever is excluded.
const wantsMembers = ({ excludedAttributes = '' }: OneQuery): boolean =>
  !/(^|[,:])\s*members\s*(,|$)/i.test(excludedAttributes)

function usersOf(deps: Deps, base: string): Resource {
  const view = (row: Awaited<ReturnType<typeof getScimUser>>) => toScimUser(row, base)
  return {
    name: 'Users',
    list: async ({ tenantId }, query) => {
      const filter = readFilter(query.filter)
      const { total, rows } = await listScimUsers(deps.db, tenantId, filter, windowOf(query))
      return { total, items: rows.map(view) }
    },
    get: async ({ tenantId }, id) => view(await getScimUser(deps.db, tenantId, id)),
    create: async (claimant, body) => view(await createScimUser(deps, claimant, body)),
    replace: async (claimant, id, body) => view(await replaceScimUser(deps, claimant, id, body)),
    patch: async (claimant, id, body) => view(await patchScimUser(deps, claimant, id, body)),
    remove: (claimant, id) => removeScimUser(deps, claimant, id),
  }
}

function groupsOf(deps: Deps, base: string): Resource {
  const view = (row: Awaited<ReturnType<typeof getScimGroup>>) => toScimGroup(row, base)
  return {
    name: 'Groups',
    list: async ({ tenantId }, query) => {
      const filter = readFilter(query.filter)
      const { total, rows } = await listScimGroups(
        deps.db,
        tenantId,
        filter,
        windowOf(query),
        wantsMembers(query),
      )
      return { total, items: rows.map(view) }
    },
    get: async ({ tenantId }, id, query) =>
      view(await getScimGroup(deps.db, tenantId, id, wantsMembers(query))),
    create: async (claimant, body) => view(await createScimGroup(deps, claimant, body)),
    replace: async (claimant, id, body) => view(await replaceScimGroup(deps, claimant, id, body)),
    patch: async (claimant, id, body) => view(await patchScimGroup(deps, claimant, id, body)),
    remove: (claimant, id) => deleteScimGroup(deps, claimant, id),
  }
}

function addResourceRoutes(app: App, resource: Resource): void {
  const all = `${path}/${resource.name}`
  const one = `${all}/:id`
  const hidden = { hide: true }
  const addressed = { ...hidden, params: IdParams }
  // Each resource reads its own; texts that cannot be stored are refused for all.
  const body = Type.Unknown()
  app.get(
    all,
    { config, schema: { ...hidden, querystring: ListQuery } },
    async (request, reply) => {
      const { total, items } = await resource.list(claimantOf(request), request.query)
      return reply
        .type(scimJson)
        .send(listResponse(items, total, windowOf(request.query).offset + 1))
    },
  )
  app.post(all, { config, schema: { ...hidden, body } }, async (request, reply) =>
    reply
      .code(201)
      .type(scimJson)
      .send(await resource.create(claimantOf(request), request.body)),
  )
  app.get(
    one,
    { config, schema: { ...addressed, querystring: OneQuery } },
    async (request, reply) => {
      const { id } = request.params
      return reply.type(scimJson).send(await resource.get(claimantOf(request), id, request.query))
    },
  )
  for (const method of ['PUT', 'PATCH'] as const) {
    const change = method === 'PUT' ? resource.replace : resource.patch
    app.route({
      method,
      url: one,
      config,
      schema: { ...addressed, body },
      handler: async (request, reply) =>
        reply
          .type(scimJson)
          .send(await change(claimantOf(request), request.params.id, request.body)),
    })
  }
  app.delete(one, { config, schema: addressed }, async (request, reply) => {
    await resource.remove(claimantOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}

/** What may be asked before anything is provisioned (RFC 7644 section 4); a filter is refused there. */
function addDiscoveryRoutes(app: App, base: string): void {
  const hidden = { hide: true }
  app.get(`${path}/ServiceProviderConfig`, { config, schema: hidden }, async (_request, reply) =>
    reply.type(scimJson).send(serviceProviderConfig),
  )
  for (const [name, resources] of [
    ['ResourceTypes', resourceTypes(base)],
    ['Schemas', schemas(base)],
  ] as const) {
    app.get(
      `${path}/${name}`,
      { config, schema: { ...hidden, querystring: ListQuery } },
      async (request, reply) => {
        if (request.query.filter !== undefined)
          throw new ScimError('invalidFilter', 'these are not filtered', 403)
        return reply.type(scimJson).send(listResponse(resources))
      },
    )
    app.get(
      `${path}/${name}/:name`,
      { config, schema: { ...hidden, params: NameParams } },
      async (request, reply) =>
        reply.type(scimJson).send(oneOf<{ id: string }>(resources, request.params.name)),
    )
  }
}
