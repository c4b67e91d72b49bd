import type { Database as KitDatabase, Db as KitDb } from '@countersign/service-kit/db'
import type { Transaction } from 'kysely'
import type {
  BizTypesTable,
  BizTypeVersionsTable,
  CallbackOriginListsTable,
  IdempotencyKeysTable,
} from './biz-type-tables.ts'
import type { DefinitionKeysTable, DefinitionsTable } from './definition-tables.ts'
import type { DelegationsTable } from './delegation-tables.ts'
import type {
  DeliveryAttemptsTable,
  DeliveryEventsTable,
  DeliveryLanesTable,
  EventKeysTable,
} from './delivery-tables.ts'
import type {
  InboxEntriesTable,
  InstanceActionsTable,
  ProcessInstancesTable,
  StartKeysTable,
  TasksTable,
} from './instance-tables.ts'
import type { MigrationResultsTable, MigrationsTable } from './migration-tables.ts'
import type {
  MailQueuesTable,
  NoticePositionTable,
  NoticePreferencesTable,
  NoticesTable,
} from './notice-tables.ts'
import type { CalendarsTable, TimersTable } from './timer-tables.ts'

/** Every table of the service; a test compares it with the migrated database. */
export interface Schema {
  biz_types: BizTypesTable
  biz_type_versions: BizTypeVersionsTable
  callback_origin_lists: CallbackOriginListsTable
  idempotency_keys: IdempotencyKeysTable
  definition_keys: DefinitionKeysTable
  definitions: DefinitionsTable
  start_keys: StartKeysTable
  process_instances: ProcessInstancesTable
  tasks: TasksTable
  inbox_entries: InboxEntriesTable
  instance_actions: InstanceActionsTable
  delivery_lanes: DeliveryLanesTable
  delivery_events: DeliveryEventsTable
  delivery_attempts: DeliveryAttemptsTable
  event_keys: EventKeysTable
  timers: TimersTable
  calendars: CalendarsTable
  delegations: DelegationsTable
  notice_position: NoticePositionTable
  notice_preferences: NoticePreferencesTable
  notices: NoticesTable
  mail_queues: MailQueuesTable
  migrations: MigrationsTable
  migration_results: MigrationResultsTable
}

export type Database = KitDatabase<Schema>
export type Db = KitDb<Schema>
export type Tx = Transaction<Schema>
