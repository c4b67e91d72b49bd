import { tenantTablesOf, type TenantData } from '@countersign/service-kit/tenant-data'
import { personalData } from './personal-data.ts'

const ofVisitors = 'Of visitors of shares; goes by itself.'
const ofFiles = 'Made of files, and made of them again.'

/**
 * What of dms goes with a tenant that is exported; held against the database by tenant-data.test.ts. Contents
 * are files: `storage_objects` names them by key and SHA-256.
 */
export const tenantData: TenantData = {
  ...tenantTablesOf(personalData),
  storage_sources: { secret: ['credentials_ref'] },
  storage_objects: { secret: ['write_state'] },
  object_copies: {},
  tenant_usage: {},
  upload_parts: { secret: ['stored_state'] },
  audit_heads: {},
  attached_approvals: {},
  workflow_events: {},
  workflow_event_positions: {},
  biz_type_registrations: { leftOut: 'Says what the workflow service was told of documents.' },
  idempotency_keys: { leftOut: 'Answers that are kept for a day, in case a request comes again.' },
  share_attempts: { leftOut: ofVisitors },
  share_views: { leftOut: ofVisitors },
  share_downloads: { leftOut: ofVisitors },
  rendition_jobs: { leftOut: ofFiles },
  renditions: { leftOut: ofFiles },
  object_texts: { leftOut: ofFiles },
  document_terms: { leftOut: 'Made of titles, and made of them again.' },
  person_erasures: { leftOut: 'Of the service: a person is forgotten in all tenants.' },
}
