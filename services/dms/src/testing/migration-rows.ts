const tenant = "'11111111-1111-4111-8111-111111111111'"
const id = (digit: number) => `'2222222${digit}-2222-4222-8222-222222222222'`
const hash = "decode(repeat('ab', 32), 'hex')"

export const seeded = {
  tenantId: tenant.slice(1, -1),
  versionId: id(5).slice(1, -1),
} as const

/** Rows as the version after each migration writes them. */
export const seeds: Readonly<Record<string, readonly string[]>> = {
  '0001_audit.sql': [
    `insert into idempotency_keys (tenant_id, caller, key, request_hash, status, body)
     values (${tenant}, 'c:u', 'k', ${hash}, 200, '{}')`,
    `insert into audit_heads values (${tenant}, 1, ${hash})`,
    `insert into audit_events values
     (${tenant}, 1, now(), 'user', 'u', 'document.created', null, null, '{}', ${hash}, ${hash})`,
  ],
  '0002_storage.sql': [
    `insert into storage_sources
       (tenant_id, id, name, kind, status, is_default, created_at, updated_at)
     values (${tenant}, ${id(1)}, 'default', 'filesystem', 'ACTIVE', true, now(), now())`,
    `insert into tenant_usage values (${tenant}, 5, 0)`,
    `insert into storage_objects
       (tenant_id, id, source_id, key, status, size_bytes, sha256, write_state, created_at)
     values (${tenant}, ${id(2)}, ${id(1)}, 'objects/1', 'STORED', 5, ${hash}, '{}', now())`,
  ],
  '0003_documents.sql': [
    `insert into folders (tenant_id, id, name, owner_id, created_at, updated_at)
     values (${tenant}, ${id(3)}, 'folder', 'u', now(), now())`,
    `insert into documents (tenant_id, id, folder_id, title, tags, status, owner_id,
       last_version_no, created_at, updated_at)
     values (${tenant}, ${id(4)}, ${id(3)}, 'report', '{a}', 'ACTIVE', 'u', 1, now(), now())`,
    `insert into document_versions (tenant_id, id, document_id, version_no, object_id, file_name,
       content_type, size_bytes, sha256, status, scan_status, created_by, created_at, updated_at)
     values (${tenant}, ${id(5)}, ${id(4)}, 1, ${id(2)}, 'report.txt', 'text/plain', 5, ${hash},
       'DRAFT', 'NOT_SCANNED', 'u', now(), now())`,
    `update documents set current_version_id = ${id(5)}`,
    `insert into document_locks values (${tenant}, ${id(4)}, 'u', 'editing', now(), null)`,
    `insert into document_references
     values (${tenant}, ${id(6)}, ${id(4)}, 'expense', 'claim', '1', 'u', now())`,
    `insert into acl_entries values (${tenant}, 'document', ${id(4)}, 'public', '{read}', '{}')`,
  ],
  '0004_uploads.sql': [
    `insert into uploads (tenant_id, id, owner_id, object_id, status, file_name, tags, size_bytes,
       received_bytes, answer, created_at, updated_at, expires_at)
     values (${tenant}, ${id(7)}, 'u', ${id(2)}, 'COMPLETED', 'report.txt', '{}', 5, 5, '{}',
       now(), now(), now())`,
  ],
  '0005_shares.sql': [
    `insert into shares (tenant_id, id, document_id, token_hash, allow_download, allow_preview,
       created_by, created_at, updated_at)
     values (${tenant}, ${id(8)}, ${id(4)}, ${hash}, true, true, 'u', now(), now())`,
    `insert into share_attempts values (${tenant}, ${id(8)}, '127.0.0.1', 1, now())`,
  ],
  '0006_approvals.sql': [
    `insert into approval_bindings (tenant_id, id, document_id, version_id, initiator_id,
       request_key, request_hash, status, operation, operation_key, operation_body, call_until,
       check_after, instance_id, created_at, updated_at)
     values (${tenant}, ${id(9)}, ${id(4)}, ${id(5)}, 'u', 'k', ${hash}, 'BOUND', 'START', 'k',
       '{}', now(), now(), ${id(0)}, now(), now())`,
    `insert into biz_type_registrations values (${tenant}, ${hash}, now())`,
  ],
  '0007_workflow_events.sql': [
    `insert into workflow_event_positions values (${tenant}, ${id(0)}, 1)`,
    `insert into workflow_events values (${tenant}, ${id(1)}, ${id(0)}, 1, 'instance.running')`,
  ],
  '0008_version_history.sql': [
    `insert into document_versions (tenant_id, id, document_id, version_no, object_id, file_name,
       content_type, size_bytes, sha256, status, scan_status, note, restored_from, created_by,
       created_at, updated_at)
     values (${tenant}, ${id(6)}, ${id(4)}, 2, ${id(2)}, 'report.txt', 'text/plain', 5, ${hash},
       'DRAFT', 'NOT_SCANNED', 'as it was', ${id(5)}, 'u', now(), now())`,
  ],
  '0009_malware_scan.sql': [
    `insert into document_versions (tenant_id, id, document_id, version_no, object_id, file_name,
       content_type, size_bytes, sha256, status, scan_status, scan_result, restored_from,
       created_by, created_at, updated_at)
     values (${tenant}, ${id(8)}, ${id(4)}, 3, ${id(2)}, 'report.txt', 'text/plain', 5, ${hash},
       'DRAFT', 'ERROR', 'too large', ${id(5)}, 'u', now(), now())`,
  ],
  '0010_retention.sql': [
    `insert into legal_holds (tenant_id, id, document_id, reason, created_by, created_at)
     values (${tenant}, ${id(1)}, ${id(4)}, 'a case', 'u', now())`,
    `insert into retention_policies
     values (${tenant}, ${id(1)}, 'ten years', null, 3650, 30, 'u', now())`,
  ],
  '0040_acl_revision.sql': [
    `insert into folders
       (tenant_id, id, name, owner_id, acl_revision, created_at, updated_at)
     values (${tenant}, ${id(5)}, 'listed', 'u', 2, now(), now())`,
    `update documents set acl_revision = 2`,
  ],
  '0050_source_migrations.sql': [
    `insert into storage_sources
       (tenant_id, id, name, kind, status, is_default, created_at, updated_at)
     values (${tenant}, '33333330-2222-4222-8222-222222222222', 'other', 'filesystem', 'ACTIVE',
       false, now(), now())`,
    `insert into storage_objects
       (tenant_id, id, source_id, key, status, size_bytes, sha256, write_state, created_at)
     values (${tenant}, '33333331-2222-4222-8222-222222222222', ${id(1)}, 'objects/2', 'KEPT', 5,
       ${hash}, '{}', now())`,
    `insert into source_migrations
       (tenant_id, id, source_id, target_id, status, created_at, updated_at)
     values (${tenant}, '33333332-2222-4222-8222-222222222222',
       '33333330-2222-4222-8222-222222222222', ${id(1)}, 'DONE', now(), now())`,
    `insert into object_copies
       (tenant_id, migration_id, object_id, copy_id, status, size_bytes, copied_bytes, tried_at)
     values (${tenant}, '33333332-2222-4222-8222-222222222222', ${id(2)},
       '33333331-2222-4222-8222-222222222222', 'SWITCHED', 5, 5, now())`,
  ],
  '0051_upload_parts.sql': [
    `insert into upload_parts (tenant_id, upload_id, part_number, size_bytes, sha256, stored_state)
     values (${tenant}, ${id(7)}, 1, 5, ${hash}, '{"number": 1, "sizeBytes": 5}')`,
  ],
  '0060_renditions.sql': [
    `update rendition_jobs set done_at = now()`,
    `insert into renditions (tenant_id, object_id, kind, status, content_type, created_at)
     values (${tenant}, ${id(2)}, 'text', 'READY', 'text/plain', now())`,
    `insert into object_texts values (${tenant}, ${id(2)}, 'hello', false, '''hello''')`,
    `insert into document_terms values (${tenant}, ${id(4)}, '''report'' ''hello''')`,
    `insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny, watermark)
     values (${tenant}, 'document', ${id(4)}, 'user:v', '{read}', '{}', true)`,
  ],
  '0061_scan_policies.sql': [
    `insert into scan_policies values (${tenant}, 'BLOCK_INFECTED', 1, 'u', now())`,
  ],
  '0062_listing.sql': [],
  '0063_denials.sql': [],
  '0066_document_properties.sql': [
    `update documents set properties = '{"no": {"type": "number", "value": 7}}'`,
  ],
  '0065_share_marks.sql': [
    `update shares set name = 'the press', watermark = true, allow_download = false`,
  ],
  '0064_stopped_migrations.sql': [
    `update source_migrations set status = 'STOPPED', obstacle = 'slow', obstacle_since = now()`,
  ],
  '0070_sniffed_types.sql': [`update uploads set sniffed_type = 'text/plain'`],
  '0071_share_downloads.sql': [
    `insert into share_downloads values (${tenant}, ${id(8)}, ${id(5)}, 'address:::1', 1, now())`,
  ],
  '0080_audit_heads.sql': [],
  '0081_indexes_of_references.sql': [],
  '0082_share_holders.sql': [`update shares set taken_over_by = 'v', taken_over_at = now()`],
  '0083_share_views.sql': [
    `insert into share_views values (${tenant}, ${id(8)}, ${id(5)}, 'address:::1', now())`,
    `update shares set view_count = 1`,
  ],
  '0084_audit_head_before.sql': [`update audit_heads set sequence = 2, previous_hash = hash`],
  '0085_corrected_versions.sql': [
    `update document_versions set status = 'SUPERSEDED' where id = ${id(6)}`,
    `update approval_bindings set previous_version_id = ${id(6)}`,
  ],
  '0086_corrected_versions_valid.sql': [],
  '0087_task_readers.sql': [
    `insert into task_readers values
       (${tenant}, ${id(9)}, 'u', 'T-7K3M9Q2X', 'Manager', now(), null, null),
       (${tenant}, ${id(9)}, 'v', 'T-7K3M9Q2X', 'Manager', now(), now(), ${id(5)})`,
  ],
  '0088_task_reading_policies.sql': [
    `insert into task_reading_policies values (${tenant}, 60, 1, 'u', now())`,
  ],
  '0098_approval_attachments.sql': [
    `insert into approval_attachments values (${tenant}, ${id(5)}, ${id(9)}, 'u', now())`,
  ],
  '0100_ended_beside.sql': [],
  '0099_filed_records.sql': [
    `insert into record_filing_policies values (${tenant}, '{en,zh-CN}', 1, 'u', now())`,
    `insert into record_filings (tenant_id, id, binding_id, version_id, round, language, status,
       requested_at, run_after)
     values (${tenant}, ${id(1)}, ${id(9)}, ${id(5)}, 1, 'en', 'FILED', now(), now())`,
    `insert into filed_records
     values (${tenant}, ${id(1)}, ${id(2)}, 5, ${hash}, ${id(2)}, 5, ${hash}, now())`,
  ],
  '0101_upload_metadata.sql': [`update uploads set client_metadata = 'name YQ=='`],
  '0102_upload_metadata_valid.sql': [],
  '0105_upload_creation_keys.sql': [
    `update uploads set creation_caller = 'app:ann', creation_key = 'k-' || id, creation_hash = '\\x00'`,
  ],
  '0106_upload_creation_keys_unique.sql': [],
  '0107_person_erasures.sql': [
    `insert into person_erasures (id, user_id, pseudonym)
     values (${id(9)}, ${id(9)}, 'former user 000000000000')`,
  ],
  '0104_unfiled_records.sql': [],
  '0103_attached_versions.sql': [
    `insert into attached_approvals values (${tenant}, ${id(8)}, 1)`,
    `insert into attached_versions values (${tenant}, ${id(5)}, ${id(8)}, 'u', now(), null, null)`,
    `insert into attachment_readers
     values (${tenant}, ${id(8)}, 'u', 'T-7K3M9Q2X', 'Manager', now(), null)`,
  ],
  '0110_lost_content.sql': [],
  '0114_lost_content_found.sql': [],
  '0119_uploads_ended.sql': [],
  '0122_scan_leases.sql': [`update document_versions set scan_lease = ${id(9)}`],
  '0125_tenant_erasures.sql': [
    `insert into tenant_erasures (erasure_id, tenant_id, asked_by, asked_at, due_at)
     values (${id(9)}, ${tenant}, 'ops', now(), now())`,
  ],
  '0130_audit_by_time.sql': [],
  '0131_audit_by_actor.sql': [],
  '0133_names_in_order.sql': [],
  '0134_folders_by_title.sql': [],
  '0135_documents_by_title.sql': [],
  '0136_documents_by_change.sql': [],
  '0137_scans_in_turns.sql': [],
  '0138_previews_in_turns.sql': [],
  '0139_reaped_in_turns.sql': [],
  '0140_scans_to_turns.sql': [],
  '0141_previews_to_turns.sql': [],
  '0142_reaped_to_turns.sql': [],
}
