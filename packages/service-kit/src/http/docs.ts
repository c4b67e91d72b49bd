import swagger from '@fastify/swagger'
import type { App } from './app.ts'
import { nameSchemas } from './named-schemas.ts'
import { addReference } from './reference.ts'
import { completeDocument } from '../openapi/complete.ts'
import { addExamples, type RouteExamples } from '../openapi/route-examples.ts'
import type { RouteFacts } from '../openapi/facts.ts'
import type { Draft } from '../openapi/json.ts'
import { securitySchemes } from '../openapi/security-schemes.ts'
import { keepPropertyNames } from '../openapi/property-names.ts'
import type { RouteRule } from '../openapi/route-docs.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What the service publishes of itself at /openapi.json. */
    openApi(): Promise<object>
    /** What the service answers by the rules of other protocols, where it does. */
    readonly protocolDocument: object | undefined
    /** What it was made with; the small applications of tests have none. */
    readonly loadRouteDocs: (() => Promise<RouteDocs>) | undefined
  }
}

export interface RouteDocs {
  /** What `pnpm generate` has found in the sources of its routes. */
  readonly facts: RouteFacts
  /** What `pnpm examples` has chosen among the calls of tests. */
  readonly examples?: RouteExamples
}

interface Described {
  readonly service: string
  readonly version: string
  readonly description?: string
  /** Large, and wanted for the document alone: nobody waits for it at the start. */
  readonly loadRouteDocs?: () => Promise<RouteDocs>
  /** OpenAPI of routes that the service's own document leaves out. */
  readonly protocols?: object
  /** The SPA client by which people sign in on the page. */
  readonly referenceClientId?: string | undefined
  /** Codes that every request with a body can be answered with, besides those of the kit. */
  readonly bodyCodes?: readonly string[]
  /** The same of every request that needs a permission. */
  readonly permissionCodes?: readonly string[]
}

/** OpenAPI 3.1 from the routes, and a page that shows it. */
export async function addDocs(app: App, described: Described): Promise<void> {
  const { service, version, description, loadRouteDocs } = described
  const { bodyCodes = [], permissionCodes = [], referenceClientId } = described
  const rules = rulesOf(app)
  await app.register(swagger, {
    transform: ({ schema, url }) => ({ schema: keepPropertyNames(schema), url }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `Countersign ${service}`,
        version,
        description: description ?? '',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'Where this document is served.' }],
      components: { securitySchemes },
    },
  })
  async function makeDocument(): Promise<object> {
    const { facts, examples = {} } = (await loadRouteDocs?.()) ?? { facts: {} }
    const draft = app.swagger() as Draft
    const { problems, problemTypes } = app
    const codes = { bodyCodes, permissionCodes }
    const known = { service, problems, problemTypes, rules, facts, ...codes }
    return addExamples(nameSchemas(completeDocument(draft, known)), examples)
  }
  let document: Promise<object> | undefined
  app.decorate('loadRouteDocs', loadRouteDocs)
  app.decorate('protocolDocument', described.protocols)
  app.decorate('openApi', () => (document ??= makeDocument()))
  const open = { config: { caller: 'anyone' as const }, schema: { hide: true } }
  app.get('/openapi.json', open, async () => app.openApi())
  if (described.protocols !== undefined)
    app.get('/openapi-protocols.json', open, async () => app.protocolDocument)
  addReference(app, service, referenceClientId)
}

/** Who may call each route that is registered from now on, by the name of its operation. */
function rulesOf(app: App): ReadonlyMap<string, RouteRule> {
  const rules = new Map<string, RouteRule>()
  app.addHook('onRoute', ({ method, url, config }) => {
    const { caller } = config ?? {}
    if (caller === undefined) return
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    for (const one of [method].flat()) rules.set(`${one} ${path}`, { ...config, caller })
  })
  return rules
}
