import type { OriginRule } from '@countersign/service-kit/cors'
import type { RevocationFeed, Verifier } from '@countersign/auth-verifier'
import { findDatabaseHealth } from '@countersign/service-kit/database-health'
import { createApp, type App } from '@countersign/service-kit/http'
import { addPoolMetrics } from '@countersign/service-kit/pool-metrics'
import type { Deps } from './deps.ts'
import { addRemovals } from './features/audit/removals.ts'
import { addDataExports } from './features/data-exports/routes.ts'
import { addAudit } from './features/audit/routes.ts'
import { addBizTypeRegistration } from './features/biz-types/internal-routes.ts'
import { addBizTypes, addCallbackOrigins } from './features/biz-types/routes.ts'
import { addCalendar } from './features/calendars/routes.ts'
import { addDecisions } from './features/decisions/routes.ts'
import { definitionRoutes } from './features/definitions/routes.ts'
import { addDelegations } from './features/delegations/routes.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { addIncidents } from './features/incidents/routes.ts'
import { addInboxFilters } from './features/inbox-filters/routes.ts'
import { addInboxStream } from './features/inbox-streams/routes.ts'
import { addInitiatorActions, addInterventions } from './features/instances/acting/routes.ts'
import { addAttachments } from './features/instances/attachments/routes.ts'
import { addLastLooks } from './features/instances/looks/routes.ts'
import { addOwnedInstances } from './features/instances/owned/routes.ts'
import { addStartPermits } from './features/instances/permits/routes.ts'
import { addInstanceExport } from './features/instances/reading/export-routes.ts'
import { addInstances } from './features/instances/reading/routes.ts'
import { addRecordKeys } from './features/instances/records/keys/routes.ts'
import { addRecords } from './features/instances/records/routes.ts'
import { addDrawnSignatures } from './features/instances/records/signatures/routes.ts'
import { addRecordTemplates } from './features/instances/records/templates/routes.ts'
import { addStarts } from './features/instances/starting/routes.ts'
import { makeStart } from './features/instances/starting/start.ts'
import { addTimeline } from './features/instances/timeline/routes.ts'
import { migrateInstance } from './features/migrations/migrate-instance.ts'
import { addMigrations } from './features/migrations/routes.ts'
import { addPushSubscriptions } from './features/notifications/push/routes.ts'
import { addNotificationPreferences } from './features/notifications/routes.ts'
import { addSignalStarts } from './features/signal-starts/routes.ts'
import { addSignals } from './features/signals/routes.ts'
import { addSimulations } from './features/simulations/routes.ts'
import { addStartSchedules } from './features/start-schedules/routes.ts'
import { addStartSkips } from './features/start-skips/routes.ts'
import { addStatisticsExport } from './features/statistics/export-routes.ts'
import { addStatistics } from './features/statistics/routes.ts'
import { addTaskActions } from './features/tasks/acting/routes.ts'
import { addHandovers } from './features/tasks/handover/routes.ts'
import { addTaskExport } from './features/tasks/reading/export-routes.ts'
import { addTasks } from './features/tasks/reading/routes.ts'
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
  addBizTypeRegistration(app, deps)
  addBizTypes(app, deps)
  addCallbackOrigins(app, deps)
  definitionRoutes(app, deps)
  addDecisions(app, deps)
  addStarts(app, deps)
  addStartPermits(app, deps)
  addStartSchedules(app, { ...deps, makeStart })
  addStartSkips(app, deps)
  addInstances(app, deps)
  addInstanceExport(app, deps)
  addInitiatorActions(app, deps)
  addTimeline(app, deps)
  addLastLooks(app, deps)
  addAttachments(app, deps)
  addInterventions(app, deps)
  addRecords(app, deps)
  addRecordKeys(app, deps)
  addDrawnSignatures(app, deps)
  addRecordTemplates(app, deps)
  addOwnedInstances(app, deps)
  addMigrations(app, deps)
  addSimulations(app, deps)
  addSignals(app, deps)
  addSignalStarts(app, { ...deps, makeStart })
  addIncidents(app, deps, migrateInstance)
  addTasks(app, deps)
  addTaskExport(app, deps)
  addTaskActions(app, deps)
  addInboxStream(app, deps, options.verifier)
  addOwnSettings(app, deps)
  addReports(app, deps)
  deliveryRoutes(app, deps)
  return app
}

/** How a person works: when, through whom, and how they are told. */
function addOwnSettings(app: App, deps: Deps): void {
  addCalendar(app, deps)
  addInboxFilters(app, deps)
  addDelegations(app, deps)
  addHandovers(app, deps)
  addNotificationPreferences(app, deps)
  addPushSubscriptions(app, deps)
}

/** What is told of it all: to auditors, and in numbers. */
function addReports(app: App, deps: Deps): void {
  addAudit(app, deps)
  addRemovals(app, deps)
  addDataExports(app, deps)
  addStatistics(app, deps)
  addStatisticsExport(app, deps)
}
