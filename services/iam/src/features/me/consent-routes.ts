import type { App } from '@countersign/service-kit/http'
import { closed, Nullable, Timestamp } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { listConsents } from './consent-queries.ts'
import { withdrawConsent } from './withdraw-consent.ts'

const ConsentList = closed({
  items: Type.Array(
    closed({
      clientId: Type.String(),
      clientName: Type.String(),
      scopes: Type.Array(Type.String()),
      permissions: Nullable(
        Type.Array(Type.String(), {
          description:
            'What tokens of the application may carry at most; null where it was agreed to before that was kept.',
        }),
      ),
      updatedAt: Timestamp,
    }),
  ),
})
const ConsentParams = Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 100 }) })

const config = { caller: 'user' } as const
const tags = ['me']

/** What the caller let applications do, in the tenant of the token. */
export function addConsentRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/me/consents',
    {
      config,
      schema: {
        operationId: 'listMyConsents',
        summary: 'Applications that I gave my consent, and to what',
        tags,
        response: { 200: ConsentList },
      },
    },
    async (request) => {
      const { tenantId, userId } = claimantOf(request)
      const rows = await listConsents(deps.db, tenantId, userId)
      return {
        items: rows.map(({ updatedAt, ...row }) => ({
          ...row,
          updatedAt: updatedAt.toISOString(),
        })),
      }
    },
  )
  app.delete(
    '/api/iam/v1/me/consents/:clientId',
    {
      config,
      schema: {
        operationId: 'withdrawMyConsent',
        summary: 'Withdraw my consent; the application loses its refresh tokens and asks again',
        tags,
        params: ConsentParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await withdrawConsent(deps, claimantOf(request), request.params.clientId)
      return reply.code(204).send(null)
    },
  )
}
