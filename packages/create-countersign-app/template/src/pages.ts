import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Settings } from './settings.ts'

const page = fileURLToPath(new URL('../public/index.html', import.meta.url))
const script = fileURLToPath(new URL('../public/page.js', import.meta.url))
const library = fileURLToPath(
  new URL('../browser/oidc-client-ts.min.js', import.meta.resolve('oidc-client-ts')),
)

/** One page, its script, the library that signs in, and where that is done. */
export function registerPages(app: FastifyInstance, settings: Settings): void {
  const { platformUrl: authority, spaClientId: client_id } = settings
  app.get('/settings.json', () => ({ authority, client_id }))
  const serve = (path: string, file: string, type: string) =>
    app.get(path, (_request, reply) => reply.type(type).send(createReadStream(file)))
  for (const path of ['/', '/callback', '/trips/:id']) serve(path, page, 'text/html')
  serve('/page.js', script, 'text/javascript')
  serve('/oidc-client-ts.js', library, 'text/javascript')
}
