import { tenantTablesOf, type TenantData } from '@countersign/service-kit/tenant-data'
import { sql } from 'kysely'
import { personalData } from './personal-data.ts'

const ofTheAccount = 'Of the account, which may be of other tenants as well; a person exports it.'
const letsIn = 'Lets somebody in; ends by itself.'
const untilHeard = 'Goes within the hour; verifiers have to hear of it.'
const ofTheService = 'Of the service, not of a tenant.'

/** What of iam goes with a tenant that is exported; held against the database by tenant-data.test.ts. */
export const tenantData: TenantData = {
  ...tenantTablesOf(personalData),
  tenants: { of: (tenantId) => sql`t.id = ${tenantId}` },
  users: {
    secret: ['password_hash'],
    of: (tenantId) => sql`t.id in (select user_id from memberships where tenant_id = ${tenantId})`,
    erased: { apart: 'Goes with its last membership.' },
  },
  departments: { unlink: 'leader_id' },
  memberships: { unlink: 'manager_id' },
  security_events: { erased: { apart: untilHeard } },
  roles: {},
  clients: {},
  client_tenants: {},
  tenant_branding: {},
  identity_providers: { secret: ['sealed_secret'] },
  identity_provider_roles: {},
  erasure_reports: {
    of: (tenantId) => sql`t.erasure_id in (select id from erasures where tenant_id = ${tenantId})`,
  },
  administered: { leftOut: 'Says that the tenant has an administrator, as its roles do.' },
  idempotency_keys: { leftOut: 'Answers that are kept for a day, in case a request comes again.' },
  passkeys: { leftOut: ofTheAccount },
  user_totp: { leftOut: ofTheAccount },
  recovery_codes: { leftOut: ofTheAccount },
  account_links: { leftOut: ofTheAccount },
  password_reset_requests: { leftOut: ofTheAccount },
  logout_notices: { leftOut: ofTheAccount },
  client_secrets: { leftOut: 'Hashes of what lets applications in.' },
  oidc_grants: { leftOut: letsIn },
  oidc_artifacts: { leftOut: letsIn },
  session_tenants: { leftOut: letsIn },
  session_activity: { leftOut: letsIn },
  federation_attempts: { leftOut: letsIn },
  revoked_tokens: {
    leftOut: 'Names tokens that are void; goes when they would have ended.',
    erased: { apart: untilHeard },
  },
  tenant_erasures: {
    leftOut: 'Evidence of the service.',
    erased: { apart: 'Stays: that it was done.' },
  },
  dpop_proofs: { leftOut: 'Hashes, for minutes.' },
  sign_in_attempts: { leftOut: 'Hashes, for a day.' },
  sign_in_budgets: { leftOut: 'Hashes, for a day.' },
  chain_blocks: { leftOut: 'Hashes of the audit of all tenants.' },
  security_event_streams: { leftOut: ofTheService },
  signing_keys: { leftOut: ofTheService },
  signing_key_lock: { leftOut: ofTheService },
  restores: { leftOut: ofTheService },
}
