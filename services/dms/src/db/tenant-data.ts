import { tenantTablesOf, type TenantData } from '@countersign/service-kit/tenant-data'
import { sql } from 'kysely'
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
  documents: { unlink: 'current_version_id' },
  audit_events: {
    // What says that it was erased is the end of its chain.
    erased: {
      of: (tenantId) =>
        sql`t.tenant_id = ${tenantId} and t.action not in ('tenant.erasure_begun', 'tenant.erased')`,
    },
  },
  audit_heads: { erased: { apart: 'Stays: the end of the chain, which says that it was erased.' } },
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
  tenant_erasures: {
    leftOut: 'Evidence of the service.',
    erased: { apart: 'Stays: that it was done.' },
  },
  person_erasures: { leftOut: 'Of the service: a person is forgotten in all tenants.' },
}
