import { defineProblems } from '@countersign/service-kit/problem'

/** Every refusal of this service; each code has a page in docs/problems/. */
export const problems = defineProblems('dms', {
  forbidden: { status: 403, title: 'The access list does not allow this' },
  locked: { status: 423, title: 'The document is locked' },
  document_trashed: { status: 409, title: 'The document is in the trash' },
  document_not_trashed: { status: 409, title: 'The document is not in the trash' },
  document_referenced: { status: 409, title: 'Applications still refer to the document' },
  document_retained: { status: 409, title: 'The document has been through an approval' },
  version_state: { status: 409, title: 'The state of the version does not allow this' },
  version_archived: { status: 403, title: 'The version is archived' },
  version_unsafe: { status: 403, title: 'The file is not known to be harmless' },
  folder_name_taken: { status: 409, title: 'The folder has an entry of this name' },
  folder_not_empty: { status: 409, title: 'The folder is not empty' },
  folder_cycle: { status: 409, title: 'A folder cannot be inside itself' },
  body_too_slow: { status: 408, title: 'The body did not arrive in time' },
  // uploads
  upload_out_of_order: { status: 409, title: 'The upload is not at this step' },
  upload_busy: { status: 409, title: 'Somebody is sending this upload' },
  upload_expired: { status: 410, title: 'The upload has waited too long' },
  offset_mismatch: { status: 409, title: 'The upload continues at another byte' },
  size_mismatch: { status: 422, title: 'The file has another size than announced' },
  checksum_mismatch: { status: 422, title: 'The file has another checksum than announced' },
  type_not_allowed: { status: 422, title: 'Files of this type are not accepted' },
  too_large: { status: 413, title: 'More bytes than announced or accepted' },
  quota_exceeded: { status: 507, title: 'The storage of the tenant is full' },
  storage_unavailable: { status: 503, title: 'The storage does not answer' },
  upload_too_slow: { status: 408, title: 'The bytes came too slowly' },
  scanner_missing: { status: 409, title: 'No malware scanner is configured' },
  // downloads
  range_not_satisfiable: { status: 416, title: 'The file has no such bytes' },
  address_expired: { status: 410, title: 'The temporary address is over' },
  preview_unavailable: { status: 409, title: 'There is no preview of this file' },
  // shares
  share_password_required: { status: 403, title: 'The share needs its password first' },
  share_password_wrong: { status: 403, title: 'The password is wrong' },
  share_throttled: { status: 429, title: 'Too many wrong passwords' },
  share_not_yet_valid: { status: 410, title: 'The share is not open yet' },
  share_expired: { status: 410, title: 'The share is over' },
  share_used_up: { status: 410, title: 'The share has been used as often as it may' },
  share_revoked: { status: 410, title: 'The share was revoked' },
  share_action_forbidden: { status: 403, title: 'The share does not allow this' },
  // approvals
  approval_in_progress: { status: 409, title: 'The document is under approval' },
  approval_refused: { status: 422, title: 'The workflow service refused the approval' },
  approval_not_unknown: { status: 409, title: 'The result of the last request is known' },
  approval_not_returned: { status: 409, title: 'The approval is not returned' },
  initiator_only: { status: 403, title: 'Only the initiator may do this' },
  // sources
  source_not_allowed: { status: 422, title: 'The deployment does not allow this source' },
  source_name_taken: { status: 409, title: 'A source of this name exists' },
  source_read_only: { status: 409, title: 'The source takes no writes' },
})
