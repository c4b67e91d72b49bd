import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LdapSettings, LinkOrigin, OidcSettings } from '../core/federation.ts'
import type { LogoType } from '../core/logo.ts'
import type { Counter, Payload, Stamp } from './column-types.ts'
import type { ErasureReportsTable, ErasuresTable, TenantErasuresTable } from './erasure-tables.ts'
import type { AccountLinksTable, PasswordResetRequestsTable, MailsTable } from './mail-tables.ts'
import type {
  SigningKeysTable,
  SigningKeyLockTable,
  OidcGrantsTable,
  OidcArtifactsTable,
  SessionTenantsTable,
  ConsentsTable,
  DpopProofsTable,
  RevokedTokensTable,
  SecurityEventsTable,
  RestoresTable,
  SecurityEventStreamsTable,
  SessionActivityTable,
} from './protocol-tables.ts'

export interface TenantsTable {
  id: string
  name: string
  status: Generated<'active' | 'suspended'>
  session_idle_minutes: ColumnType<number | null, number | null | undefined, number | null>
  requires_mfa: Generated<boolean>
  revision: Counter
  created_at: Stamp
  updated_at: Stamp
}

export interface UsersTable {
  id: string
  username: string
  display_name: string
  email: string | null
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  locale: string | null
  status: Generated<'active' | 'disabled'>
  password_hash: string | null
  password_changed_at: Date | null
  password_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  must_change_password: Generated<boolean>
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  revision: Counter
  created_at: Stamp
  updated_at: Stamp
}

export interface DepartmentsTable {
  id: string
  tenant_id: string
  code: string
  name: string
  parent_id: string | null
  leader_id: string | null
  revision: Counter
  created_at: Stamp
  updated_at: Stamp
}

export interface RolesTable {
  id: string
  tenant_id: string
  code: string
  name: string
  permissions: Generated<string[]>
  requires_mfa: Generated<boolean>
  revision: Counter
  created_at: Stamp
  updated_at: Stamp
}

export interface MembershipsTable {
  tenant_id: string
  user_id: string
  department_id: string | null
  post: string | null
  manager_id: string | null
  external_id: ColumnType<string | null, string | null | undefined, string | null>
  revision: Counter
  created_at: Stamp
  updated_at: Stamp
}

export interface MemberRolesTable {
  tenant_id: string
  user_id: string
  role_id: string
}

export interface ClientsTable {
  id: string
  client_id: string
  tenant_id: string | null
  type: 'SPA' | 'SERVICE'
  name: string
  auth_method: 'none' | 'client_secret_basic'
  grant_types: string[]
  pkce_method: 'S256' | null
  redirect_uris: Generated<string[]>
  post_logout_redirect_uris: Generated<string[]>
  backchannel_logout_uri: string | null
  require_consent: Generated<boolean>
  scopes: Generated<string[]>
  permissions: string[] | null
  resources: Generated<string[]>
  access_token_type: 'at+jwt' | 'JWT' | null
  dpop_bound_access_tokens: Generated<boolean>
  require_pushed_authorization_requests: Generated<boolean>
  agent: Generated<boolean>
  all_tenants: Generated<boolean>
  requires_mfa: Generated<boolean>
  status: Generated<'active' | 'disabled'>
  revision: Counter
  created_at: Stamp
  updated_at: Stamp
}

export interface ClientSecretsTable {
  id: string
  client_id: string
  client_type: Generated<'SERVICE'>
  secret_hash: Buffer
  created_at: Stamp
  last_used_at: Date | null
  expires_at: Date | null
}

export interface ClientTenantsTable {
  client_id: string
  client_type: Generated<'SERVICE'>
  tenant_id: string
}

export interface SignInBudgetsTable {
  bucket: Buffer
  full_at: Date
}

export interface SignInAttemptsTable {
  bucket: Buffer
  failures: number
  last_failure_at: Date
  blocked_until: Date
}

export interface AuditEventsTable {
  id: string
  tenant_id: string | null
  occurred_at: Stamp
  action: string
  outcome: 'success' | 'failure'
  actor_kind: 'user' | 'service' | 'system' | 'anonymous'
  actor_id: string | null
  target_kind: string | null
  target_id: string | null
  address: string | null
  details: Payload
  /** Of the commitments that the chain names; an insert leaves them to the default. */
  address_salt: string | null
  details_salt: string | null
  erased: JSONColumnType<Record<string, string>> | null
  /** The number of the transaction that wrote it; an insert leaves it to the default. */
  changed: string | null
}

/** The hash chain beside the audit; made and read by the kit. */
export interface ChainBlocksTable {
  number: number
  previous_number: number
  previous_hash: Buffer | null
  columns: string[]
  rows: string
  row_count: number
  row_total: number
  position: string | null
  made_at: Date
  hash: Buffer
}

export interface UserTotpTable {
  user_id: string
  sealed_secret: string
  confirmed_at: Date | null
  last_step: number | null
  created_at: Stamp
}

export interface RecoveryCodesTable {
  user_id: string
  code_hash: Buffer
  used_at: Date | null
}

export interface PasskeysTable {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: Stamp
  last_used_at: Date | null
}

export interface LogoutNoticesTable {
  id: Generated<string>
  client_id: string
  user_id: string
  sid: string | null
  attempts: Generated<number>
  next_attempt_at: Stamp
  created_at: Stamp
}

export interface TenantBrandingTable {
  tenant_id: string
  name: string | null
  colour: string | null
  logo: Buffer | null
  logo_type: LogoType | null
  logo_hash: string | null
  revision: Counter
  updated_at: Stamp
}

export interface IdentityProvidersTable {
  id: string
  tenant_id: string
  kind: 'oidc' | 'ldap'
  name: string
  status: Generated<'active' | 'disabled'>
  settings: JSONColumnType<OidcSettings | LdapSettings>
  sealed_secret: string | null
  match_external_id: Generated<boolean>
  create_accounts: Generated<boolean>
  mail_domains: Generated<string[]>
  role_ids: Generated<string[]>
  revision: Counter
  created_at: Stamp
  updated_at: Stamp
}

/** Beside `role_ids`, kept by a trigger, so that a role that is given cannot be deleted. */
export interface IdentityProviderRolesTable {
  tenant_id: string
  provider_id: string
  role_id: string
}

export interface IdentityLinksTable {
  id: string
  tenant_id: string
  provider_id: string
  user_id: string
  subject: string
  origin: LinkOrigin
  created_at: Stamp
  last_used_at: Date | null
}

export interface FederationAttemptsTable {
  state_hash: Buffer
  tenant_id: string
  provider_id: string
  flow_hash: Buffer
  sealed_checks: string
  expires_at: Date
}

interface InvitationsTable {
  id: string
  tenant_id: string
  username: string | null
  email: ColumnType<string | null, string | null | undefined, string | null>
  answering_username: Generated<string | null>
  role_ids: Generated<string[]>
  invited_by: string
  created_at: Generated<Date>
  expires_at: Date
}

/** What has had an administrator, and keeps one; null is the platform. */
interface AdministeredTable {
  tenant_id: string | null
}

/** The tables by hand, compared with the migrated database by a test. */
export interface IamSchema {
  tenants: TenantsTable
  users: UsersTable
  departments: DepartmentsTable
  roles: RolesTable
  memberships: MembershipsTable
  invitations: InvitationsTable
  member_roles: MemberRolesTable
  administered: AdministeredTable
  clients: ClientsTable
  client_secrets: ClientSecretsTable
  client_tenants: ClientTenantsTable
  signing_keys: SigningKeysTable
  signing_key_lock: SigningKeyLockTable
  oidc_grants: OidcGrantsTable
  oidc_artifacts: OidcArtifactsTable
  session_tenants: SessionTenantsTable
  consents: ConsentsTable
  revoked_tokens: RevokedTokensTable
  dpop_proofs: DpopProofsTable
  sign_in_attempts: SignInAttemptsTable
  sign_in_budgets: SignInBudgetsTable
  audit_events: AuditEventsTable
  chain_blocks: ChainBlocksTable
  user_totp: UserTotpTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  logout_notices: LogoutNoticesTable
  tenant_branding: TenantBrandingTable
  identity_providers: IdentityProvidersTable
  identity_provider_roles: IdentityProviderRolesTable
  identity_links: IdentityLinksTable
  federation_attempts: FederationAttemptsTable
  session_activity: SessionActivityTable
  account_links: AccountLinksTable
  password_reset_requests: PasswordResetRequestsTable
  mails: MailsTable
  security_events: SecurityEventsTable
  erasures: ErasuresTable
  tenant_erasures: TenantErasuresTable
  erasure_reports: ErasureReportsTable
  security_event_streams: SecurityEventStreamsTable
  restores: RestoresTable
}
