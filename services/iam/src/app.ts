import { InsufficientAuthentication } from '@countersign/auth-verifier'
import { findDatabaseHealth } from '@countersign/service-kit/database-health'
import { createApp, type App } from '@countersign/service-kit/http'
import { addPoolMetrics } from '@countersign/service-kit/pool-metrics'
import { addDoor } from './authority/claimant.ts'
import { isSecure } from './cookies.ts'
import type { Deps } from './deps.ts'
import { addAuditRoutes } from './features/audit/routes.ts'
import { addBrandingRoutes } from './features/branding/routes.ts'
import { addClientRoutes } from './features/clients/routes.ts'
import { addDepartmentRoutes } from './features/departments/routes.ts'
import { addDirectoryRoutes } from './features/directory/routes.ts'
import { addErasureRoutes } from './features/erasures/routes.ts'
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
import { protocolDocument } from './protocols/document.ts'
import { version } from './version.ts'

export interface AppOptions {
  readonly corsOrigins?: readonly string[]
  readonly trustedProxies?: readonly string[]
  readonly problemTypes?: string | undefined
  readonly referenceClientId?: string | undefined
}

async function loadRouteDocs() {
  const { routeFacts: facts } = await import('./route-facts.ts')
  const { routeExamples: examples } = await import('./route-examples.ts')
  return { facts, examples }
}

/** The table of contents: what the service has. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<App> {
  const { corsOrigins = [], trustedProxies = [], ...shown } = options
  const app = await createApp({
    ...shown,
    trustedProxies,
    service: 'iam',
    issuer: deps.issuer,
    version,
    description:
      'Registers applications, signs users in, issues access tokens and publishes the keys that verify them.',
    log: deps.log,
    verifier: deps.verifier,
    problems,
    loadRouteDocs,
    // Also of who reads: a role, the organisation or the application may demand a second factor.
    permissionCodes: [new InsufficientAuthentication({}).code],
    protocols: protocolDocument(version),
    readiness: async () => ({ database: await findDatabaseHealth(deps.db, deps.log) }),
    corsOrigins: createOriginRule(deps.db, corsOrigins, deps.now),
  })
  addPoolMetrics(app, deps.db)
  if (isSecure(deps)) addHttpsHeaders(app)
  // Before the first route, so that there is none beside it.
  addDoor(app, deps)
  await addOidc(app, deps)
  addTenantRoutes(app, deps)
  await addBrandingRoutes(app, deps)
  addUserRoutes(app, deps)
  await addUserImportRoute(app, deps)
  addErasureRoutes(app, deps)
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

const aYear = 'max-age=31536000'

/** For a year nothing of this host is asked for without TLS; and no other window reaches into its pages. */
function addHttpsHeaders(app: App): void {
  // Also on what the library answers, which never comes to `onSend`; and there on what is refused before this hook.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('strict-transport-security', aYear)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    void reply.header('strict-transport-security', aYear)
    const type = reply.getHeader('content-type')
    if (typeof type === 'string' && type.startsWith('text/html'))
      void reply.header('cross-origin-opener-policy', 'same-origin')
    done(null, payload)
  })
}
