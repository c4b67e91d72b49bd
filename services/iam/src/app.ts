import { createApp, type App } from '@countersign/service-kit/http'
import { sql } from 'kysely'
import { addDoor } from './authority/claimant.ts'
import { isSecure } from './cookies.ts'
import type { Deps } from './deps.ts'
import { addAuditRoutes } from './features/audit/routes.ts'
import { addBrandingRoutes } from './features/branding/routes.ts'
import { addClientRoutes } from './features/clients/routes.ts'
import { addDepartmentRoutes } from './features/departments/routes.ts'
import { addDirectoryRoutes } from './features/directory/routes.ts'
import { addFederationRoutes } from './features/federation/routes.ts'
import { addInvitationRoutes } from './features/invitations/routes.ts'
import { addKeyRoutes } from './features/keys/routes.ts'
import { addConsentRoutes } from './features/me/consent-routes.ts'
import { addIdentityRoutes } from './features/me/identity-routes.ts'
import { addMeRoutes } from './features/me/routes.ts'
import { addMemberRoutes } from './features/members/routes.ts'
import { addMfaRoutes } from './features/me/mfa-routes.ts'
import { createOriginRule } from './features/origins/registered.ts'
import { addOriginRoutes } from './features/origins/routes.ts'
import { addPeopleRoutes } from './features/people/routes.ts'
import { addRoleRoutes } from './features/roles/routes.ts'
import { addScimRoutes } from './features/scim/routes.ts'
import { addSecurityEventRoutes } from './features/security-events/routes.ts'
import { addTenantRoutes } from './features/tenants/routes.ts'
import { addUserImportRoute } from './features/user-import/routes.ts'
import { addUserRoutes } from './features/users/routes.ts'
import { addOidc } from './oidc/index.ts'
import { problems } from './problems.ts'
import { version } from './version.ts'

/** The table of contents: what the service has. */
export async function buildApp(
  deps: Deps,
  options: {
    readonly corsOrigins?: readonly string[]
    readonly trustedProxies?: readonly string[]
  } = {},
): Promise<App> {
  const app = await createApp({
    service: 'iam',
    version,
    description:
      'Registers applications, signs users in, issues access tokens and publishes the keys that verify them.',
    log: deps.log,
    verifier: deps.verifier,
    problems,
    readiness: async () => ({ database: { status: await answers(deps) } }),
    trustedProxies: options.trustedProxies ?? [],
    corsOrigins: createOriginRule(deps.db, options.corsOrigins ?? [], deps.now),
  })
  if (isSecure(deps)) addHttpsHeaders(app)
  // Before the first route, so that there is none beside it.
  addDoor(app, deps.db)
  await addOidc(app, deps)
  addTenantRoutes(app, deps)
  await addBrandingRoutes(app, deps)
  addUserRoutes(app, deps)
  await addUserImportRoute(app, deps)
  addMemberRoutes(app, deps)
  addInvitationRoutes(app, deps)
  addDepartmentRoutes(app, deps)
  addRoleRoutes(app, deps)
  addClientRoutes(app, deps)
  addFederationRoutes(app, deps)
  addKeyRoutes(app, deps)
  addAuditRoutes(app, deps)
  addMeRoutes(app, deps)
  addMfaRoutes(app, deps)
  addIdentityRoutes(app, deps)
  addConsentRoutes(app, deps)
  addPeopleRoutes(app, deps)
  addDirectoryRoutes(app, deps)
  addOriginRoutes(app, deps)
  addSecurityEventRoutes(app, deps)
  await addScimRoutes(app, deps)
  return app
}

/** For a year nothing of this host is asked for without TLS; and no other window reaches into its pages. */
function addHttpsHeaders(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('strict-transport-security', 'max-age=31536000')
    const type = reply.getHeader('content-type')
    if (typeof type === 'string' && type.startsWith('text/html'))
      void reply.header('cross-origin-opener-policy', 'same-origin')
  })
}

async function answers({ db, log }: Deps): Promise<'UP' | 'DOWN'> {
  try {
    await sql`select 1`.execute(db)
    return 'UP'
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    return 'DOWN'
  }
}
