import type { PersonalData } from '@countersign/service-kit/personal-data'

const stamps = 'created_at updated_at'

/** Tables that say by an id alone who did something: a pseudonym once nobody says whose it is. */
const idsAlone = 'Ids alone.'

/**
 * Where dms keeps something of people, and what an erasure makes of it; held against the database by
 * services/dms/src/db/personal-data.test.ts. It keeps no names: iam says them when they are asked for.
 * What somebody filed or wrote is of the tenant and stays.
 */
export const personalData: PersonalData = {
  document_locks: {
    erasure: 'rows',
    why: 'Who is gone keeps nothing checked out.',
    ids: 'holder_id',
    content: 'reason',
    other: 'tenant_id document_id created_at expires_at',
  },
  acl_entries: {
    erasure: 'rows',
    prefix: 'user:',
    ids: 'principal',
    other: 'tenant_id resource_kind resource_id allow deny watermark',
  },
  idempotency_keys: {
    erasure: 'names',
    why: 'Goes after a day.',
    ids: 'caller',
    documents: ['body'],
    secret: 'key request_hash',
    other: 'tenant_id status created_at',
  },
  audit_events: {
    erasure: 'nothing',
    why: 'Evidence: who did what, by the id. Names are not in it. Each row is chained when it is written.',
    ids: 'actor_id',
    content: 'detail',
    other:
      'tenant_id sequence occurred_at actor_kind action document_id version_id previous_hash hash',
  },
  documents: {
    erasure: 'nothing',
    why: 'Of the tenant; the owner is an id.',
    ids: 'owner_id',
    content: 'title tags properties',
    other: `tenant_id id folder_id status inherit current_version_id last_version_no acl_revision revision trashed_at ${stamps}`,
  },
  document_versions: {
    erasure: 'nothing',
    why: 'Of the tenant; who made it is an id.',
    ids: 'created_by',
    content: 'file_name note',
    other: `tenant_id id document_id version_no object_id content_type size_bytes sha256 status scan_status restored_from scan_after scan_attempts scan_lease scan_result scanned_at revision ${stamps}`,
  },
  folders: {
    erasure: 'nothing',
    why: 'Of the tenant; the owner is an id.',
    ids: 'owner_id',
    content: 'name',
    other: `tenant_id id parent_id inherit acl_revision revision ${stamps}`,
  },
  document_references: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'created_by',
    other: 'tenant_id id document_id application type ref_id created_at',
  },
  uploads: {
    erasure: 'nothing',
    why: 'Ends within a day, done or not.',
    ids: 'owner_id creation_caller',
    content: 'file_name title tags note client_metadata',
    secret: 'creation_key creation_hash',
    other: `tenant_id id object_id status folder_id document_id declared_type declared_sha256 size_bytes received_bytes sha256 sniffed_type sealed_at sender_id sender_until by_parts failure_code answer expires_at ${stamps}`,
  },
  shares: {
    erasure: 'nothing',
    why: 'Serves by the right of who made it: nobody enters by that of a person who is gone.',
    ids: 'created_by taken_over_by',
    content: 'name',
    secret: 'token_hash password_hash',
    other: `tenant_id id document_id version_id valid_from valid_until max_downloads download_count allow_download allow_preview watermark repeated_bytes view_count revoked_at taken_over_at revision ${stamps}`,
  },
  share_attempts: {
    erasure: 'nothing',
    why: 'Of visitors, who have no account; goes by itself.',
    personal: 'address',
    other: 'tenant_id share_id failures blocked_until',
  },
  share_views: {
    erasure: 'nothing',
    why: 'Of visitors; goes by itself.',
    secret: 'visitor',
    other: 'tenant_id share_id version_id expires_at',
  },
  share_downloads: {
    erasure: 'nothing',
    why: 'Of visitors; goes by itself.',
    secret: 'visitor',
    other: 'tenant_id share_id version_id bytes_left expires_at',
  },
  approval_bindings: {
    erasure: 'nothing',
    why: 'Ids alone, and what was sent to bpm.',
    ids: 'initiator_id',
    content: 'operation_body',
    secret: 'request_key request_hash operation_key',
    other: `tenant_id id document_id version_id previous_version_id status operation call_until check_after checks instance_id round refusal closed_at ${stamps}`,
  },
  legal_holds: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'created_by released_by',
    content: 'reason',
    other: 'tenant_id id document_id created_at released_at',
  },
  retention_policies: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'created_by',
    other: 'tenant_id id name tag keep_days purge_trash_after_days created_at',
  },
  scan_policies: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'changed_by',
    other: 'tenant_id policy revision changed_at',
  },
  task_readers: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'user_id',
    other: 'tenant_id binding_id task_no node_name granted_at ended_at version_id',
  },
  attachment_readers: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'user_id',
    other: 'tenant_id instance_id task_no node_name granted_at ended_at',
  },
  approval_attachments: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'attached_by',
    other: 'tenant_id version_id binding_id attached_at',
  },
  attached_versions: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'attached_by removed_by',
    other: 'tenant_id version_id instance_id attached_at removed_at',
  },
  task_reading_policies: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'changed_by',
    other: 'tenant_id keep_seconds revision changed_at',
  },
  record_filing_policies: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'changed_by',
    other: 'tenant_id languages revision changed_at',
  },
  record_filings: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'requested_by',
    other:
      'tenant_id id binding_id version_id round language status reason requested_at attempts run_after',
  },
  filed_records: {
    erasure: 'nothing',
    why: 'Signed evidence with the names of who decided, as objects: a record that is changed is none.',
    content: 'print_id record_id',
    other:
      'tenant_id filing_id print_size_bytes print_sha256 record_size_bytes record_sha256 filed_at',
  },
  source_migrations: {
    erasure: 'nothing',
    why: idsAlone,
    ids: 'created_by',
    other: `tenant_id id source_id target_id status revision released_at obstacle obstacle_since ${stamps}`,
  },
  object_texts: {
    erasure: 'nothing',
    why: 'The text of files, to search them: goes with the file.',
    content: 'body terms',
    other: 'tenant_id object_id is_truncated',
  },
  document_terms: {
    erasure: 'nothing',
    why: 'Words of titles, to search them: go with the document.',
    content: 'terms',
    other: 'tenant_id document_id',
  },
  person_erasures: {
    erasure: 'nothing',
    why: 'That it was done.',
    ids: 'user_id',
    other: 'id pseudonym position counts done_at',
  },
  tenant_erasures: {
    erasure: 'nothing',
    why: 'Who of the operators had a tenant erased: evidence.',
    content: 'asked_by',
    other: 'erasure_id tenant_id asked_at due_at cancelled_at begun_at counts ended_at',
  },
}
