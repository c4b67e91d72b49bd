import type { PersonalData } from '@countersign/service-kit/personal-data'

/**
 * Where iam keeps something of people. `features/erasures` forgets them by statements of its own, since
 * here the names are; services/iam/src/db/personal-data.test.ts holds both against the database.
 */
export const personalData: PersonalData = {
  users: {
    erasure: 'names',
    why: 'The account stays as somebody without a name: rows of others refer to it.',
    ids: 'id',
    personal:
      'username display_name email email_verified_at locale password_changed_at password_expires_at must_change_password',
    secret: 'password_hash',
    other: 'status erased_at revision created_at updated_at',
  },
  memberships: {
    erasure: 'names',
    why: 'Stays, so that a tenant knows that it had them.',
    ids: 'user_id manager_id',
    personal: 'department_id post external_id',
    other: 'tenant_id revision created_at updated_at',
  },
  member_roles: { erasure: 'rows', ids: 'user_id', other: 'tenant_id role_id' },
  passkeys: {
    erasure: 'rows',
    ids: 'user_id',
    personal: 'name',
    secret: 'credential_id public_key counter transports',
    other: 'id created_at last_used_at',
  },
  user_totp: {
    erasure: 'rows',
    ids: 'user_id',
    secret: 'sealed_secret last_step',
    other: 'confirmed_at created_at',
  },
  recovery_codes: { erasure: 'rows', ids: 'user_id', secret: 'code_hash', other: 'used_at' },
  consents: {
    erasure: 'rows',
    ids: 'user_id',
    other: 'tenant_id client_id scopes permissions updated_at',
  },
  identity_links: {
    erasure: 'rows',
    ids: 'user_id',
    personal: 'subject',
    other: 'id tenant_id provider_id origin created_at last_used_at',
  },
  account_links: {
    erasure: 'rows',
    ids: 'user_id created_by',
    personal: 'email',
    secret: 'made_in',
    other: 'id purpose created_at expires_at',
  },
  mails: {
    erasure: 'rows',
    ids: 'user_id',
    personal: 'address details',
    secret: 'link_id',
    other:
      'id kind tenant_id invitation_id attempts next_attempt_at last_error created_at settled_at outcome',
  },
  password_reset_requests: {
    erasure: 'rows',
    ids: 'user_ids',
    personal: 'address',
    other: 'id created_at',
  },
  invitations: {
    erasure: 'rows',
    why: 'Those that name the person; who invited others stays an id.',
    ids: 'invited_by',
    personal: 'username email answering_username',
    other: 'id tenant_id role_ids created_at expires_at',
  },
  oidc_grants: {
    erasure: 'rows',
    ids: 'user_id',
    secret: 'id payload session_uid',
    other: 'tenant_id client_id created_at expires_at ended_at',
  },
  oidc_artifacts: {
    erasure: 'rows',
    ids: 'user_id',
    secret: 'id_hash payload grant_id session_uid',
    other: 'kind consumed_at created_at expires_at',
  },
  session_tenants: {
    erasure: 'nothing',
    why: 'Goes when its session would have ended; it names a session, and the account was disabled before.',
    personal: 'user_agent address',
    secret: 'session_uid',
    other: 'tenant_id expires_at',
  },
  session_activity: {
    erasure: 'nothing',
    why: 'As session_tenants.',
    secret: 'session_uid',
    other: 'idle_at',
  },
  logout_notices: {
    erasure: 'nothing',
    why: 'Tells applications of the end of sessions, then goes.',
    ids: 'user_id',
    secret: 'sid',
    other: 'id client_id attempts next_attempt_at created_at',
  },
  idempotency_keys: {
    erasure: 'rows',
    why: 'Those of the person, and answers that name them; all go after a day.',
    ids: 'caller',
    personal: 'body',
    secret: 'key request_hash',
    other: 'tenant_id status created_at',
  },
  audit_events: {
    erasure: 'names',
    why: 'Evidence: who did what stays, by the id. Addresses and details that name the person go; the chain has commitments to them. Rows of before version 0.2 are in blocks as they are, and stay.',
    ids: 'actor_id target_id',
    personal: 'address details',
    secret: 'address_salt details_salt',
    other: 'id tenant_id occurred_at action outcome actor_kind target_kind erased changed',
  },
  security_events: {
    erasure: 'nothing',
    why: 'Says that authority was taken, by the id; goes when no token of then is in force.',
    ids: 'subject',
    other: 'id position kind tenant_id reason expires_at occurred_at published_at',
  },
  erasures: {
    erasure: 'nothing',
    why: 'That it was done.',
    ids: 'user_id asked_by',
    other:
      'id number tenant_id state asked_at due_at begun_at audit_position erased_at ended_at counts next_try_at',
  },
  erasure_reports: {
    erasure: 'nothing',
    why: 'As erasures.',
    other: 'erasure_id service state held kept counts reported_at',
  },
  departments: {
    erasure: 'nothing',
    why: 'Who leads one is not erased before somebody else does.',
    ids: 'leader_id',
    other: 'id tenant_id code name parent_id revision created_at updated_at',
  },
  sign_in_attempts: {
    erasure: 'nothing',
    why: 'Hashes; they go within a day.',
    secret: 'bucket',
    other: 'failures last_failure_at blocked_until',
  },
  sign_in_budgets: {
    erasure: 'nothing',
    why: 'Hashes; they go when they are full again.',
    secret: 'bucket',
    other: 'full_at',
  },
  tenant_erasures: {
    erasure: 'nothing',
    why: 'Who of the operators had a tenant erased: evidence.',
    content: 'asked_by',
    other: 'erasure_id tenant_id asked_at due_at cancelled_at begun_at counts ended_at',
  },
}
