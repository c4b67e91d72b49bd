import type { App } from '@countersign/service-kit/http'
import { RecordKeySet } from '../schema.ts'
import { listRecordKeys } from './queries.ts'
import { ensureRecordKey, type RecordKeyDeps } from './record-keys.ts'

/** What records are verified with, by anybody who has one. */
export function addRecordKeyRoutes(app: App, deps: RecordKeyDeps): void {
  app.get(
    '/api/bpm/v1/record-keys',
    {
      config: { caller: 'anyone' },
      schema: {
        operationId: 'getRecordKeys',
        summary: 'The public keys that sign records, as a JWK Set (RFC 8037); retired ones as well',
        tags: ['instances'],
        response: { 200: RecordKeySet },
      },
    },
    async (_request, reply) => {
      await ensureRecordKey(deps)
      const keys = await listRecordKeys(deps.db)
      void reply.header('cache-control', 'public, max-age=300')
      const shape = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' } as const
      return {
        keys: keys.map(({ kid, publicKey, retiredAt }) => ({
          ...shape,
          kid,
          x: publicKey,
          ...(retiredAt === null ? {} : { retiredAt: retiredAt.toISOString() }),
        })),
      }
    },
  )
}
