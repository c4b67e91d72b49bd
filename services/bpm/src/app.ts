import type { OriginRule } from '@countersign/service-kit/cors'
import type { RevocationFeed, Verifier } from '@countersign/auth-verifier'
import { createApp, type App } from '@countersign/service-kit/http'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'
import { addBizTypeRegistration } from './features/biz-types/internal-routes.ts'
import { addBizTypes, addCallbackOrigins } from './features/biz-types/routes.ts'
import { addCalendar } from './features/calendars/routes.ts'
import { definitionRoutes } from './features/definitions/routes.ts'
import { addDelegations } from './features/delegations/routes.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { addInboxStream } from './features/inbox-streams/routes.ts'
import { addInitiatorActions, addInterventions } from './features/instances/acting/routes.ts'
import { addOwnedInstances } from './features/instances/owned/routes.ts'
import { addInstanceExport } from './features/instances/reading/export-routes.ts'
import { addInstances } from './features/instances/reading/routes.ts'
import { addStarts } from './features/instances/starting/routes.ts'
import { addTimeline } from './features/instances/timeline/routes.ts'
import { addMigrations } from './features/migrations/routes.ts'
import { addNotificationPreferences } from './features/notifications/routes.ts'
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
  readonly corsOrigins?: readonly string[] | OriginRule
}

/** The workflow approval service: what it offers, feature by feature. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  const app = await createApp({
    service: 'bpm',
    description: 'Approvals: business types, processes, instances, tasks and their events.',
    log: deps.log,
    problems,
    readiness: async () => ({ database: { status: (await answers(deps)) ? 'UP' : 'DOWN' } }),
    ...options,
  })
  addBizTypeRegistration(app, deps)
  addBizTypes(app, deps)
  addCallbackOrigins(app, deps)
  definitionRoutes(app, deps)
  addStarts(app, deps)
  addInstances(app, deps)
  addInstanceExport(app, deps)
  addInitiatorActions(app, deps)
  addTimeline(app, deps)
  addInterventions(app, deps)
  addOwnedInstances(app, deps)
  addMigrations(app, deps)
  addTasks(app, deps)
  addTaskExport(app, deps)
  addTaskActions(app, deps)
  addInboxStream(app, deps)
  addCalendar(app, deps)
  addDelegations(app, deps)
  addHandovers(app, deps)
  addNotificationPreferences(app, deps)
  addStatistics(app, deps)
  addStatisticsExport(app, deps)
  deliveryRoutes(app, deps)
  return app
}

async function answers({ db, log }: Deps): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    return false
  }
}
