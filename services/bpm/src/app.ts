import type { OriginRule } from '@countersign/service-kit/cors'
import type { RevocationFeed, Verifier } from '@countersign/auth-verifier'
import { findDatabaseHealth } from '@countersign/service-kit/database-health'
import { createApp, type App } from '@countersign/service-kit/http'
import { addPoolMetrics } from '@countersign/service-kit/pool-metrics'
import type { Deps } from './deps.ts'
import { addRemovals } from './features/audit/removals.ts'
import { addDataExportRoutes } from './features/data-exports/routes.ts'
import { addAuditRoutes } from './features/audit/routes.ts'
import { addBizTypeRegistrationRoutes } from './features/biz-types/internal-routes.ts'
import { addBizTypeRoutes, addCallbackOriginRoutes } from './features/biz-types/routes.ts'
import { addCalendarRoutes } from './features/calendars/routes.ts'
import { addDecisionRoutes } from './features/decisions/routes.ts'
import { addDefinitionRoutes } from './features/definitions/routes.ts'
import { addDelegationRoutes } from './features/delegations/routes.ts'
import { addDeliveriesRoutes } from './features/deliveries/routes.ts'
import { addIncidentRoutes } from './features/incidents/routes.ts'
import { addInboxFilterRoutes } from './features/inbox-filters/routes.ts'
import { addInboxStreamRoutes } from './features/inbox-streams/routes.ts'
import {
  addInitiatorActionRoutes,
  addInterventionRoutes,
} from './features/instances/acting/routes.ts'
import { addAttachmentRoutes } from './features/instances/attachments/routes.ts'
import { addLastLookRoutes } from './features/instances/looks/routes.ts'
import { addOwnedInstanceRoutes } from './features/instances/owned/routes.ts'
import { addStartPermitRoutes } from './features/instances/permits/routes.ts'
import { addInstanceExportRoutes } from './features/instances/reading/export-routes.ts'
import { addInstanceRoutes } from './features/instances/reading/routes.ts'
import { addRecordKeyRoutes } from './features/instances/records/keys/routes.ts'
import { addRecordRoutes } from './features/instances/records/routes.ts'
import { addDrawnSignatureRoutes } from './features/instances/records/signatures/routes.ts'
import { addRecordTemplateRoutes } from './features/instances/records/templates/routes.ts'
import { addStartRoutes } from './features/instances/starting/routes.ts'
import { makeStart } from './features/instances/starting/start.ts'
import { addTimelineRoutes } from './features/instances/timeline/routes.ts'
import { migrateInstance } from './features/migrations/migrate-instance.ts'
import { addMigrationRoutes } from './features/migrations/routes.ts'
import { addPushSubscriptionRoutes } from './features/notifications/push/routes.ts'
import { addNotificationPreferenceRoutes } from './features/notifications/routes.ts'
import { addSignalStartRoutes } from './features/signal-starts/routes.ts'
import { addSignalRoutes } from './features/signals/routes.ts'
import { addSimulationRoutes } from './features/simulations/routes.ts'
import { addStartScheduleRoutes } from './features/start-schedules/routes.ts'
import { addStartSkipRoutes } from './features/start-skips/routes.ts'
import { addStatisticsExportRoutes } from './features/statistics/export-routes.ts'
import { addStatisticsRoutes } from './features/statistics/routes.ts'
import { addTaskActionRoutes } from './features/tasks/acting/routes.ts'
import { addHandoverRoutes } from './features/tasks/handover/routes.ts'
import { addTaskExportRoutes } from './features/tasks/reading/export-routes.ts'
import { addTaskRoutes } from './features/tasks/reading/routes.ts'
import { problems } from './problems.ts'

export interface AppOptions {
  readonly version: string
  readonly verifier: Verifier
  readonly revocations?: RevocationFeed | undefined
  readonly problemTypes?: string | undefined
  readonly referenceClientId?: string | undefined
  readonly corsOrigins?: readonly string[] | OriginRule
  readonly trustedProxies?: readonly string[]
}

async function loadRouteDocs() {
  const { routeFacts: facts } = await import('./route-facts.ts')
  const { routeExamples: examples } = await import('./route-examples.ts')
  return { facts, examples }
}

/** The workflow approval service: what it offers, feature by feature. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  const app = await createApp({
    service: 'bpm',
    issuer: deps.publicUrl,
    description: 'Approvals: business types, processes, instances, tasks and their events.',
    log: deps.log,
    problems,
    loadRouteDocs,
    readiness: async () => ({ database: await findDatabaseHealth(deps.db, deps.log) }),
    trustedProxies: [],
    ...options,
  })
  addPoolMetrics(app, deps.db)
  addBizTypeRegistrationRoutes(app, deps)
  addBizTypeRoutes(app, deps)
  addCallbackOriginRoutes(app, deps)
  addDefinitionRoutes(app, deps)
  addDecisionRoutes(app, deps)
  addStartRoutes(app, deps)
  addStartPermitRoutes(app, deps)
  addStartScheduleRoutes(app, { ...deps, makeStart })
  addStartSkipRoutes(app, deps)
  addInstanceRoutes(app, deps)
  addInstanceExportRoutes(app, deps)
  addInitiatorActionRoutes(app, deps)
  addTimelineRoutes(app, deps)
  addLastLookRoutes(app, deps)
  addAttachmentRoutes(app, deps)
  addInterventionRoutes(app, deps)
  addRecordRoutes(app, deps)
  addRecordKeyRoutes(app, deps)
  addDrawnSignatureRoutes(app, deps)
  addRecordTemplateRoutes(app, deps)
  addOwnedInstanceRoutes(app, deps)
  addMigrationRoutes(app, deps)
  addSimulationRoutes(app, deps)
  addSignalRoutes(app, deps)
  addSignalStartRoutes(app, { ...deps, makeStart })
  addIncidentRoutes(app, deps, migrateInstance)
  addTaskRoutes(app, deps)
  addTaskExportRoutes(app, deps)
  addTaskActionRoutes(app, deps)
  addInboxStreamRoutes(app, deps, options.verifier)
  addOwnSettings(app, deps)
  addReports(app, deps)
  addDeliveriesRoutes(app, deps)
  return app
}

/** How a person works: when, through whom, and how they are told. */
function addOwnSettings(app: App, deps: Deps): void {
  addCalendarRoutes(app, deps)
  addInboxFilterRoutes(app, deps)
  addDelegationRoutes(app, deps)
  addHandoverRoutes(app, deps)
  addNotificationPreferenceRoutes(app, deps)
  addPushSubscriptionRoutes(app, deps)
}

/** What is told of it all: to auditors, and in numbers. */
function addReports(app: App, deps: Deps): void {
  addAuditRoutes(app, deps)
  addRemovals(app, deps)
  addDataExportRoutes(app, deps)
  addStatisticsRoutes(app, deps)
  addStatisticsExportRoutes(app, deps)
}
