import type { RevocationFeed } from '@countersign/auth-verifier'
import type { OriginRule } from '@countersign/service-kit/cors'
import { findDatabaseHealth } from '@countersign/service-kit/database-health'
import { type App, createApp } from '@countersign/service-kit/http'
import { addPoolMetrics } from '@countersign/service-kit/pool-metrics'
import type { Deps } from './deps.ts'
import { addAclRoutes } from './features/acl/routes.ts'
import { addApprovalRoutes } from './features/approvals/routes.ts'
import { addAuditRoutes } from './features/audit/routes.ts'
import { addDocumentRoutes } from './features/documents/routes.ts'
import { addEventRoutes, type EventTrust } from './features/events/routes.ts'
import { addFolderRoutes } from './features/folders/routes.ts'
import { addLockRoutes } from './features/locks/routes.ts'
import { addTenantPolicyRoutes } from './features/tenant-policies/routes.ts'
import { addPublicRoutes } from './features/public/routes.ts'
import { addRecordRoutes } from './features/records/routes.ts'
import { addReferenceRoutes } from './features/references/routes.ts'
import { addRenditionRoutes } from './features/renditions/routes.ts'
import { addRetentionRoutes } from './features/retention/routes.ts'
import { addScanRoutes } from './features/scans/routes.ts'
import { addShareRoutes } from './features/shares/routes.ts'
import { addShareVisitorRoutes } from './features/shares/visitor-routes.ts'
import { addMigrationRoutes } from './features/source-migrations/routes.ts'
import { addSourceRoutes } from './features/sources/routes.ts'
import { addAttachmentRoutes } from './features/attachments/internal-routes.ts'
import { addResumableRoutes } from './features/uploads/resumable/routes.ts'
import { addUploadRoutes } from './features/uploads/routes.ts'
import { addVersionHistoryRoutes } from './features/versions/history-routes.ts'
import { addVersionRoutes } from './features/versions/routes.ts'
import { addBodyTimeout } from './http/body-timeout.ts'
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
  await addResumableRoutes(app, deps)
  await addUploadRoutes(app, deps)
  await addDocumentRoutes(app, deps)
  await addVersionRoutes(app, deps)
  await addVersionHistoryRoutes(app, deps)
  await addRenditionRoutes(app, deps)
  await addScanRoutes(app, deps)
  await addRetentionRoutes(app, deps)
  await addFolderRoutes(app, deps)
  await addAclRoutes(app, deps)
  await addLockRoutes(app, deps)
  await addReferenceRoutes(app, deps)
  await addApprovalRoutes(app, deps)
  await addRecordRoutes(app, deps)
  await addEventRoutes(app, deps, options.trust)
  await addTenantPolicyRoutes(app, deps)
  await addAttachmentRoutes(app, deps)
  await addShareRoutes(app, deps)
  await addShareVisitorRoutes(app, deps)
  await addPublicRoutes(app, deps)
  await addSourceRoutes(app, deps)
  await addMigrationRoutes(app, deps)
  await addAuditRoutes(app, deps)
  return app
}
