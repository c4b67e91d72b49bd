import type { App } from '@countersign/service-kit/http'
import { ensureEventKeys, type KeyDeps } from './keys/event-keys.ts'
import { listPublishedKeys } from './keys/queries.ts'
import { EventKeySet } from './schema.ts'

/** What receivers verify the signatures of events with. */
export function addEventKeyRoutes(app: App, deps: KeyDeps): void {
  app.get(
    '/api/bpm/v1/event-keys',
    {
      config: { caller: 'anyone' },
      schema: {
        operationId: 'getEventKeys',
        summary: 'The public keys that sign event bodies, as a JWK Set (RFC 8037)',
        tags: ['deliveries'],
        response: { 200: EventKeySet },
      },
    },
    async (_request, reply) => {
      await ensureEventKeys(deps)
      const keys = await listPublishedKeys(deps.db)
      void reply.header('cache-control', 'public, max-age=300')
      const shape = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' } as const
      return { keys: keys.map(({ kid, publicKey }) => ({ ...shape, kid, x: publicKey })) }
    },
  )
}
