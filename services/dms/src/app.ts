import type { RevocationFeed } from '@countersign/auth-verifier'
import type { OriginRule } from '@countersign/service-kit/cors'
import { type App, createApp } from '@countersign/service-kit/http'
import type { Deps } from './deps.ts'
import { aclRoutes } from './features/acl/routes.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { eventRoutes, type EventTrust } from './features/events/routes.ts'
import { folderRoutes } from './features/folders/routes.ts'
import { lockRoutes } from './features/locks/routes.ts'
import { publicRoutes } from './features/public/routes.ts'
import { referenceRoutes } from './features/references/routes.ts'
import { renditionRoutes } from './features/renditions/routes.ts'
import { retentionRoutes } from './features/retention/routes.ts'
import { scanPolicyRoutes } from './features/scans/policy-routes.ts'
import { scanRoutes } from './features/scans/routes.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { shareVisitorRoutes } from './features/shares/visitor-routes.ts'
import { migrationRoutes } from './features/source-migrations/routes.ts'
import { sourceRoutes } from './features/sources/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { versionHistoryRoutes } from './features/versions/history-routes.ts'
import { versionRoutes } from './features/versions/routes.ts'
import { addBodyTimeout } from './limits/body-timeout.ts'
import { problems } from './problems.ts'
import { findReadiness } from './readiness.ts'

export interface AppOptions {
  readonly trust: EventTrust
  readonly revocations?: RevocationFeed | undefined
  readonly corsOrigins?: readonly string[] | OriginRule
  readonly trustedProxies?: readonly string[]
  readonly version?: string
  /** Most time for a body that is no uploaded content. */
  readonly bodyTimeoutMs?: number
}

const BODY_TIMEOUT_MS = 30_000

/** The document service: which features it has. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  const app = await createApp({
    service: 'dms',
    version: options.version ?? '0.1.0',
    description: 'Documents, their versions, who may read them and what was decided about them.',
    log: deps.log,
    verifier: options.trust.verifier,
    revocations: options.revocations,
    problems,
    readiness: () => findReadiness(deps.db),
    // A large upload takes as long as it takes; the slow ones are cut off by their rate, and other
    // bodies by addBodyTimeout.
    requestTimeoutMs: 0,
    trustedProxies: options.trustedProxies ?? [],
    ...(options.corsOrigins === undefined ? {} : { corsOrigins: options.corsOrigins }),
  })
  addBodyTimeout(app, options.bodyTimeoutMs ?? BODY_TIMEOUT_MS)
  await uploadRoutes(app, deps)
  await documentRoutes(app, deps)
  await versionRoutes(app, deps)
  await versionHistoryRoutes(app, deps)
  await renditionRoutes(app, deps)
  await scanRoutes(app, deps)
  await scanPolicyRoutes(app, deps)
  await retentionRoutes(app, deps)
  await folderRoutes(app, deps)
  await aclRoutes(app, deps)
  await lockRoutes(app, deps)
  await referenceRoutes(app, deps)
  await approvalRoutes(app, deps)
  await eventRoutes(app, deps, options.trust)
  await shareRoutes(app, deps)
  await shareVisitorRoutes(app, deps)
  await publicRoutes(app, deps)
  await sourceRoutes(app, deps)
  await migrationRoutes(app, deps)
  await auditRoutes(app, deps)
  return app
}
