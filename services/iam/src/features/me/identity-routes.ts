import type { App } from '@countersign/service-kit/http'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { IdParams } from '../../schema.ts'
import { listLinksOfUser } from '../federation/link-queries.ts'
import { removeMyIdentity } from './identities.ts'
import { PasswordProof } from './mfa-schema.ts'

const IdentityList = closed({
  items: Type.Array(
    closed({
      id: Uuid,
      providerId: Uuid,
      kind: Type.Enum(['oidc', 'ldap']),
      providerName: Type.String(),
      createdAt: Timestamp,
      lastUsedAt: Nullable(Timestamp),
    }),
  ),
})

const config = { caller: 'user', stepUp: true } as const
const tags = ['me']

/** What the caller signs in with beside a password, in the tenant of the token. */
export function addIdentityRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/me/identities',
    {
      config,
      schema: {
        operationId: 'listMyIdentities',
        summary: 'Identities elsewhere that my account is connected with',
        tags,
        response: { 200: IdentityList },
      },
    },
    async (request) => {
      const { tenantId, userId } = claimantOf(request)
      const rows = await listLinksOfUser(deps.db, tenantId, userId)
      return {
        items: rows.map(({ createdAt, lastUsedAt, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      }
    },
  )
  app.post(
    '/api/iam/v1/me/identities/:id/remove',
    {
      config,
      schema: {
        operationId: 'removeMyIdentity',
        summary: 'End a connection with an identity elsewhere',
        tags,
        params: IdParams,
        body: PasswordProof,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { currentPassword } = request.body
      await removeMyIdentity(deps, claimantOf(request), request.params.id, currentPassword)
      return reply.code(204).send(null)
    },
  )
}
