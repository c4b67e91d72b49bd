import { InvalidToken } from '@countersign/auth-verifier'
import type { App } from '@countersign/service-kit/http'
import { requireScope } from '@countersign/service-kit/caller'
import type { Deps } from '../../deps.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import { claimsFor } from '../provider/accounts.ts'
import { paths } from '../settings.ts'

/**
 * Claims about the user of an access token (OpenID Connect Core section 5.3).
 *
 * Kept by: services/iam/src/oidc/token/token-state.test.ts "knows JWT access tokens and shows what the scopes allow"
 */
export function addUserinfoRoutes(app: App, { db }: Deps): void {
  app.route({
    method: ['GET', 'POST'],
    url: paths.userinfo,
    config: { caller: 'user', agents: true },
    schema: { hide: true },
    handler: async (request, reply) => {
      const { caller } = request
      requireScope(caller, 'openid')
      const account = await findActiveAccount(db, caller.subject)
      if (account === undefined) throw new InvalidToken('revoked')
      return reply
        .header('cache-control', 'no-store')
        .send({ ...claimsFor(account, caller.scopes), tenant_id: caller.tenantId })
    },
  })
}
