import { readFile } from 'node:fs/promises'
import swagger from '@fastify/swagger'
import type { App } from './app.ts'
import { nameSchemas } from './named-schemas.ts'
import { ProblemBody } from '../api/problem.ts'

/** OpenAPI 3.1 from the routes, and a page that shows it. */
export async function addDocs(
  app: App,
  { service, version, description }: { service: string; version: string; description?: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Countersign ${service}`, version, description: description ?? '' },
      components: {
        securitySchemes: {
          user: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Token of a user.',
          },
          service: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Token of a SERVICE client.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: describe(schema, route.config?.caller),
    }),
  })
  const open = { config: { caller: 'anyone' as const }, schema: { hide: true } }
  let document: object | undefined
  app.get('/openapi.json', open, async () => (document ??= nameSchemas(app.swagger())))
  app.get('/docs', open, async (_request, reply) =>
    reply.type('text/html').header('content-security-policy', pagePolicy).send(page(service)),
  )
  for (const [name, type] of Object.entries(pageFiles)) {
    app.get(`/docs/${name}`, open, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readPageFile(name)),
    )
  }
}

function describe(schema: object | undefined, caller: string | undefined): object {
  const described = { ...schema }
  const response =
    'response' in described && typeof described.response === 'object' ? described.response : {}
  const security = caller === 'user' || caller === 'service' ? [{ [caller]: [] }] : []
  return { ...described, security, response: { ...response, default: ProblemBody } }
}

// The reference sets styles of its own on elements; scripts come from this origin alone.
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const page = (service: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Countersign ${service} API</title>
  <link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
  <main id="reference"></main>
  <script src="docs/swagger-ui-bundle.js"></script>
  <script src="docs/start.js"></script>
</body>
</html>
`

const pageFiles = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'start.js': 'text/javascript',
}

const startScript =
  "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })\n"

// Megabytes that few processes ever need: read when asked for, not kept.
async function readPageFile(name: string): Promise<string | Buffer> {
  if (name === 'start.js') return startScript
  return readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)))
}
