import { tenantTablesOf, type TenantData } from '@countersign/service-kit/tenant-data'
import { personalData } from './personal-data.ts'

const ofTheService = 'Of the service, not of a tenant.'

/** What of bpm goes with a tenant that is exported; held against the database by tenant-data.test.ts. */
export const tenantData: TenantData = {
  ...tenantTablesOf(personalData),
  biz_types: {},
  biz_type_versions: {},
  decision_keys: {},
  definition_keys: {},
  record_templates: {},
  start_schedules: {},
  timers: {},
  signal_subscriptions: {},
  signal_deliveries: { secret: ['lease_id'] },
  signal_listeners: {},
  signal_starts: { secret: ['lease_id'] },
  migration_results: {},
  delivery_lanes: { secret: ['lease_id'] },
  attachment_grants: {},
  task_tellings: {},
  idempotency_keys: { leftOut: 'Answers that are kept for a day, in case a request comes again.' },
  start_keys: { leftOut: 'Keys of requests; what they started is in process_instances.' },
  start_permits: { leftOut: 'Let an application start something, for minutes.' },
  chain_blocks: { leftOut: 'Hashes of the logs of all tenants.' },
  event_keys: { leftOut: ofTheService },
  record_keys: { leftOut: ofTheService },
  notice_position: { leftOut: ofTheService },
  data_exports: { erased: { apart: 'Stays: the chain of the log names each row.' } },
  retention_removals: { erased: { apart: 'Stays: the chain of the log names each row.' } },
  tenant_erasures: {
    leftOut: 'Evidence of the service.',
    erased: { apart: 'Stays: that it was done.' },
  },
  person_erasures: { leftOut: 'Of the service: a person is forgotten in all tenants.' },
}
