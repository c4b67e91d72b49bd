import type { RevocationFeed } from '@countersign/auth-verifier'
import type { OriginRule } from '@countersign/service-kit/cors'
import { findDatabaseHealth } from '@countersign/service-kit/database-health'
import { type App, createApp } from '@countersign/service-kit/http'
import { addPoolMetrics } from '@countersign/service-kit/pool-metrics'
import type { Deps } from './deps.ts'
import { aclRoutes } from './features/acl/routes.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { eventRoutes, type EventTrust } from './features/events/routes.ts'
import { folderRoutes } from './features/folders/routes.ts'
import { lockRoutes } from './features/locks/routes.ts'
import { policyRoutes } from './features/policies/routes.ts'
import { publicRoutes } from './features/public/routes.ts'
import { recordRoutes } from './features/records/routes.ts'
import { referenceRoutes } from './features/references/routes.ts'
import { renditionRoutes } from './features/renditions/routes.ts'
import { retentionRoutes } from './features/retention/routes.ts'
import { scanPolicyRoutes } from './features/scans/policy-routes.ts'
import { scanRoutes } from './features/scans/routes.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { shareVisitorRoutes } from './features/shares/visitor-routes.ts'
import { migrationRoutes } from './features/source-migrations/routes.ts'
import { sourceRoutes } from './features/sources/routes.ts'
import { attachmentRoutes } from './features/task-reading/internal-routes.ts'
import { resumableRoutes } from './features/uploads/resumable/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { versionHistoryRoutes } from './features/versions/history-routes.ts'
import { versionRoutes } from './features/versions/routes.ts'
import { addBodyTimeout } from './limits/body-timeout.ts'
import { problems } from './problems.ts'

export interface AppOptions {
  readonly trust: EventTrust
  readonly revocations?: RevocationFeed | undefined
  readonly corsOrigins?: readonly string[] | OriginRule
  readonly trustedProxies?: readonly string[]
  readonly problemTypes?: string | undefined
  readonly referenceClientId?: string | undefined
  readonly version: string
  /** Most time for a body that is no uploaded content. */
  readonly bodyTimeoutMs?: number
}

const BODY_TIMEOUT_MS = 30_000

async function loadRouteDocs() {
  const { routeFacts: facts } = await import('./route-facts.ts')
  const { routeExamples: examples } = await import('./route-examples.ts')
  return { facts, examples }
}

/** The document service: which features it has. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  const app = await createApp({
    service: 'dms',
    issuer: deps.settings.publicUrl,
    version: options.version,
    description: 'Documents, their versions, who may read them and what was decided about them.',
    log: deps.log,
    verifier: options.trust.verifier,
    revocations: options.revocations,
    problems,
    problemTypes: options.problemTypes,
    referenceClientId: options.referenceClientId,
    loadRouteDocs,
    bodyCodes: [problems.body_too_slow().code],
    // Without a storage source it still reads.
    readiness: async () => ({ database: await findDatabaseHealth(deps.db, deps.log) }),
    // A large upload takes as long as it takes; the slow ones are cut off by their rate, and other
    // bodies by addBodyTimeout.
    requestTimeoutMs: 0,
    trustedProxies: options.trustedProxies ?? [],
    ...(options.corsOrigins === undefined ? {} : { corsOrigins: options.corsOrigins }),
  })
  addPoolMetrics(app, deps.db)
  addBodyTimeout(app, options.bodyTimeoutMs ?? BODY_TIMEOUT_MS)
  await resumableRoutes(app, deps)
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
  await recordRoutes(app, deps)
  await eventRoutes(app, deps, options.trust)
  await policyRoutes(app, deps)
  await attachmentRoutes(app, deps)
  await shareRoutes(app, deps)
  await shareVisitorRoutes(app, deps)
  await publicRoutes(app, deps)
  await sourceRoutes(app, deps)
  await migrationRoutes(app, deps)
  await auditRoutes(app, deps)
  return app
}
