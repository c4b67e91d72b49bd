import type { ColumnType } from 'kysely'
import type { Properties } from '../core/property.ts'
import type { StorageKind } from '../core/storage-kind.ts'
import type { Defaulted } from './columns.ts'
import type { PersonErasures, TenantErasures } from './erasure-tables.ts'
import type { FiledRecords, RecordFilingPolicies, RecordFilings } from './record-tables.ts'
import type { DocumentTerms, ObjectTexts, RenditionJobs, Renditions } from './rendition-tables.ts'
import type { UploadParts, Uploads } from './upload-tables.ts'
import type {
  ApprovalAttachments,
  AttachedApprovals,
  AttachedVersions,
  AttachmentReaders,
  TaskReaders,
  TaskReadingPolicies,
} from './task-reading-tables.ts'

/** Written as JSON text, read back parsed. */
type Json<T> = ColumnType<T, string, string>

export type SourceStatus = 'ACTIVE' | 'READ_ONLY'
export type ObjectStatus = 'PENDING' | 'STORED' | 'KEPT' | 'DELETING' | 'DELETED'
export type MigrationStatus = 'RUNNING' | 'STOPPED' | 'DONE' | 'INCOMPLETE' | 'RELEASED'
export type CopyStatus = 'COPYING' | 'SWITCHED' | 'FAILED' | 'GONE' | 'RELEASED'
export type DocumentStatus = 'ACTIVE' | 'TRASHED'
export type ScanStatus = 'PENDING' | 'CLEAN' | 'INFECTED' | 'ERROR' | 'NOT_SCANNED'
export type ResourceKind = 'document' | 'folder'
export type VersionStatus =
  | 'DRAFT'
  | 'IN_APPROVAL'
  | 'RETURNED'
  | 'SUPERSEDED'
  | 'APPROVED'
  | 'REJECTED'
  | 'PUBLISHED'
  | 'ARCHIVED'
export type BindingStatus = 'REQUESTED' | 'BOUND' | 'UNKNOWN' | 'FAILED' | 'CLOSED'
export type BindingOperation = 'START' | 'RESUBMIT'
export type Right = 'read' | 'download' | 'write' | 'manage'
export type ScanPolicy = 'REQUIRE_CLEAN' | 'BLOCK_INFECTED' | 'DEPLOYMENT'
export type ActorKind = 'user' | 'service' | 'share' | 'public' | 'system'

export interface AuditHeads {
  tenant_id: string
  sequence: number
  hash: Buffer
  /** Before the last append. */
  previous_hash: Buffer | null
}

export interface AuditEvents {
  tenant_id: string
  sequence: number
  occurred_at: Date
  actor_kind: ActorKind
  actor_id: string | null
  action: string
  document_id: string | null
  version_id: string | null
  detail: Json<Record<string, unknown>>
  previous_hash: Buffer
  hash: Buffer
}

export interface StorageSources {
  tenant_id: string
  id: string
  name: string
  kind: StorageKind
  endpoint: string | null
  region: string | null
  bucket: string | null
  base_path: string | null
  credentials_ref: string | null
  status: SourceStatus
  is_default: boolean
  revision: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export interface TenantUsage {
  tenant_id: string
  used_bytes: Defaulted<number>
  reserved_bytes: Defaulted<number>
}

export interface StorageObjects {
  tenant_id: string
  id: string
  source_id: string
  key: string
  status: ObjectStatus
  size_bytes: number
  sha256: Defaulted<Buffer | null>
  write_state: Json<Record<string, unknown>>
  created_at: Date
  reap_after: Defaulted<Date | null>
  lost_at: Defaulted<Date | null>
}

export interface SourceMigrations {
  tenant_id: string
  id: string
  source_id: string
  target_id: string
  status: MigrationStatus
  revision: Defaulted<number>
  created_by: string | null
  created_at: Date
  updated_at: Date
  released_at: Defaulted<Date | null>
  obstacle: Defaulted<string | null>
  obstacle_since: Defaulted<Date | null>
}

export interface ObjectCopies {
  tenant_id: string
  migration_id: string
  object_id: string
  copy_id: string
  status: CopyStatus
  size_bytes: number
  copied_bytes: Defaulted<number>
  attempts: Defaulted<number>
  failure: Defaulted<string | null>
  worker_id: Defaulted<string | null>
  worker_until: Defaulted<Date | null>
  tried_at: Date
}

export interface Folders {
  tenant_id: string
  id: string
  parent_id: string | null
  name: string
  owner_id: string
  inherit: Defaulted<boolean>
  acl_revision: Defaulted<number>
  revision: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export interface Documents {
  tenant_id: string
  id: string
  folder_id: string | null
  title: string
  tags: string[]
  properties: ColumnType<Properties, string | undefined, string>
  status: DocumentStatus
  owner_id: string
  inherit: Defaulted<boolean>
  current_version_id: Defaulted<string | null>
  last_version_no: number
  acl_revision: Defaulted<number>
  revision: Defaulted<number>
  created_at: Date
  updated_at: Date
  trashed_at: Defaulted<Date | null>
}

export interface DocumentVersions {
  tenant_id: string
  id: string
  document_id: string
  version_no: number
  object_id: string
  file_name: string
  content_type: string
  size_bytes: number
  sha256: Buffer
  status: VersionStatus
  scan_status: ScanStatus
  note: Defaulted<string | null>
  restored_from: Defaulted<string | null>
  scan_after: Defaulted<Date | null>
  scan_attempts: Defaulted<number>
  scan_lease: Defaulted<string | null>
  scan_result: Defaulted<string | null>
  scanned_at: Defaulted<Date | null>
  revision: Defaulted<number>
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface DocumentLocks {
  tenant_id: string
  document_id: string
  holder_id: string
  reason: string
  created_at: Date
  expires_at: Date | null
}

export interface DocumentReferences {
  tenant_id: string
  id: string
  document_id: string
  application: string
  type: string
  ref_id: string
  created_by: string
  created_at: Date
}

export interface AclEntries {
  tenant_id: string
  resource_kind: ResourceKind
  resource_id: string
  principal: string
  allow: Right[]
  deny: Right[]
  watermark: Defaulted<boolean>
}

export interface Shares {
  tenant_id: string
  id: string
  document_id: string
  version_id: string | null
  token_hash: Buffer
  password_hash: string | null
  valid_from: Date | null
  valid_until: Date | null
  max_downloads: number | null
  download_count: Defaulted<number>
  allow_download: boolean
  allow_preview: boolean
  name: Defaulted<string | null>
  watermark: Defaulted<boolean>
  repeated_bytes: Defaulted<number>
  view_count: Defaulted<number>
  revoked_at: Defaulted<Date | null>
  taken_over_by: Defaulted<string | null>
  taken_over_at: Defaulted<Date | null>
  revision: Defaulted<number>
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface ShareAttempts {
  tenant_id: string
  share_id: string
  address: string
  failures: number
  blocked_until: Date
}

export interface ShareViews {
  tenant_id: string
  share_id: string
  version_id: string
  visitor: string
  expires_at: Date
}

export interface ShareDownloads {
  tenant_id: string
  share_id: string
  version_id: string
  visitor: string
  bytes_left: number
  expires_at: Date
}

export interface ApprovalBindings {
  tenant_id: string
  id: string
  document_id: string
  version_id: string
  /** What went round before it under the same approval. */
  previous_version_id: Defaulted<string | null>
  initiator_id: string
  request_key: string
  request_hash: Buffer
  status: BindingStatus
  operation: BindingOperation
  operation_key: string
  operation_body: string
  call_until: Date
  check_after: Date
  checks: Defaulted<number>
  instance_id: Defaulted<string | null>
  round: Defaulted<number | null>
  refusal: ColumnType<Record<string, unknown> | null, string | undefined, string | null>
  created_at: Date
  updated_at: Date
  closed_at: Defaulted<Date | null>
}

export interface BizTypeRegistrations {
  tenant_id: string
  content_hash: Buffer
  registered_at: Date
}

export interface LegalHolds {
  tenant_id: string
  id: string
  document_id: string
  reason: string
  created_by: string
  created_at: Date
  released_by: Defaulted<string | null>
  released_at: Defaulted<Date | null>
}

export interface RetentionPolicies {
  tenant_id: string
  id: string
  name: string
  tag: string | null
  keep_days: number
  purge_trash_after_days: number | null
  created_by: string
  created_at: Date
}

export interface ScanPolicies {
  tenant_id: string
  policy: ScanPolicy
  revision: Defaulted<number>
  changed_by: string
  changed_at: Date
}

export interface Schema {
  audit_heads: AuditHeads
  audit_events: AuditEvents
  storage_sources: StorageSources
  tenant_usage: TenantUsage
  storage_objects: StorageObjects
  source_migrations: SourceMigrations
  object_copies: ObjectCopies
  folders: Folders
  documents: Documents
  document_versions: DocumentVersions
  document_locks: DocumentLocks
  document_references: DocumentReferences
  acl_entries: AclEntries
  uploads: Uploads
  upload_parts: UploadParts
  shares: Shares
  share_downloads: ShareDownloads
  share_views: ShareViews
  share_attempts: ShareAttempts
  approval_bindings: ApprovalBindings
  biz_type_registrations: BizTypeRegistrations
  legal_holds: LegalHolds
  retention_policies: RetentionPolicies
  rendition_jobs: RenditionJobs
  renditions: Renditions
  object_texts: ObjectTexts
  document_terms: DocumentTerms
  scan_policies: ScanPolicies
  task_readers: TaskReaders
  approval_attachments: ApprovalAttachments
  attached_approvals: AttachedApprovals
  attached_versions: AttachedVersions
  attachment_readers: AttachmentReaders
  task_reading_policies: TaskReadingPolicies
  record_filing_policies: RecordFilingPolicies
  record_filings: RecordFilings
  filed_records: FiledRecords
  person_erasures: PersonErasures
  tenant_erasures: TenantErasures
}
