import type { Database as KitDatabase, Db as KitDb } from '@countersign/service-kit/db'
import type { Transaction } from 'kysely'
import type {
  BizTypesTable,
  BizTypeVersionsTable,
  CallbackOriginListsTable,
  IdempotencyKeysTable,
  StartPermitsTable,
  TaskTellingsTable,
} from './biz-type-tables.ts'
import type { DecisionKeysTable, DecisionsTable } from './decision-tables.ts'
import type { DefinitionKeysTable, DefinitionsTable } from './definition-tables.ts'
import type { DelegationsTable } from './delegation-tables.ts'
import type {
  DeliveryAttemptsTable,
  DeliveryEventsTable,
  DeliveryLanesTable,
  EventKeysTable,
} from './delivery-tables.ts'
import type { InboxFiltersTable } from './inbox-filter-tables.ts'
import type { LastLooksTable } from './last-look-tables.ts'
import type { IncidentsTable } from './incident-tables.ts'
import type {
  AttachmentGrantsTable,
  ChainBlocksTable,
  InboxEntriesTable,
  InstanceActionsTable,
  ProcessInstancesTable,
  StartKeysTable,
  TasksTable,
} from './instance-tables.ts'
import type {
  DataExportsTable,
  PersonErasuresTable,
  RetentionRemovalsTable,
  TenantErasuresTable,
} from './erasure-tables.ts'
import type { MigrationResultsTable, MigrationsTable } from './migration-tables.ts'
import type {
  MailQueuesTable,
  NoticePositionTable,
  NoticePreferencesTable,
  NoticesTable,
} from './notice-tables.ts'
import type { PushNoticesTable, PushSubscriptionsTable } from './push-tables.ts'
import type {
  DrawnSignaturesTable,
  RecordKeysTable,
  RecordTemplatesTable,
} from './record-tables.ts'
import type {
  SignalDeliveriesTable,
  SignalListenersTable,
  SignalsTable,
  SignalStartsTable,
  SignalSubscriptionsTable,
} from './signal-tables.ts'
import type { SimulationResultsTable, SimulationsTable } from './simulation-tables.ts'
import type { StartSchedulesTable, StartSkipsTable } from './start-schedule-tables.ts'
import type { CalendarsTable, TimersTable } from './timer-tables.ts'

/** Every table of the service; a test compares it with the migrated database. */
export interface Schema {
  biz_types: BizTypesTable
  biz_type_versions: BizTypeVersionsTable
  task_tellings: TaskTellingsTable
  callback_origin_lists: CallbackOriginListsTable
  start_permits: StartPermitsTable
  idempotency_keys: IdempotencyKeysTable
  decision_keys: DecisionKeysTable
  decisions: DecisionsTable
  definition_keys: DefinitionKeysTable
  definitions: DefinitionsTable
  start_keys: StartKeysTable
  process_instances: ProcessInstancesTable
  attachment_grants: AttachmentGrantsTable
  tasks: TasksTable
  inbox_entries: InboxEntriesTable
  instance_actions: InstanceActionsTable
  incidents: IncidentsTable
  chain_blocks: ChainBlocksTable
  person_erasures: PersonErasuresTable
  tenant_erasures: TenantErasuresTable
  retention_removals: RetentionRemovalsTable
  data_exports: DataExportsTable
  delivery_lanes: DeliveryLanesTable
  delivery_events: DeliveryEventsTable
  delivery_attempts: DeliveryAttemptsTable
  event_keys: EventKeysTable
  record_keys: RecordKeysTable
  record_templates: RecordTemplatesTable
  drawn_signatures: DrawnSignaturesTable
  start_schedules: StartSchedulesTable
  start_skips: StartSkipsTable
  timers: TimersTable
  signal_subscriptions: SignalSubscriptionsTable
  signals: SignalsTable
  signal_deliveries: SignalDeliveriesTable
  signal_listeners: SignalListenersTable
  signal_starts: SignalStartsTable
  calendars: CalendarsTable
  delegations: DelegationsTable
  inbox_filters: InboxFiltersTable
  last_looks: LastLooksTable
  notice_position: NoticePositionTable
  notice_preferences: NoticePreferencesTable
  notices: NoticesTable
  mail_queues: MailQueuesTable
  push_subscriptions: PushSubscriptionsTable
  push_notices: PushNoticesTable
  migrations: MigrationsTable
  migration_results: MigrationResultsTable
  simulations: SimulationsTable
  simulation_results: SimulationResultsTable
}

export type Database = KitDatabase<Schema>
export type Db = KitDb<Schema>
export type Tx = Transaction<Schema>
