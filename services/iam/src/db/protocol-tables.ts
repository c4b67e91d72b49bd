// Tables of the protocol: keys, what was granted and given out, and what of it was revoked.
import type { Generated, JSONColumnType } from 'kysely'
import type { KeyStatus } from '../core/signing-keys.ts'
import type { Payload, Stamp } from './column-types.ts'

/** Public members of an RSA key as the key set publishes them (RFC 7517, RFC 7518 section 6.3). */
export interface PublicJwk {
  readonly kty: 'RSA'
  readonly n: string
  readonly e: string
}

export interface SigningKeysTable {
  kid: string
  status: KeyStatus
  public_jwk: JSONColumnType<PublicJwk>
  sealed_private_key: string | null
  created_at: Stamp
  activated_at: Date | null
  published_until: Date | null
}

export interface SigningKeyLockTable {
  id: number
  rotated_at: Date | null
}

export interface OidcGrantsTable {
  id: string
  payload: Payload
  user_id: string
  tenant_id: string
  client_id: string
  session_uid: string
  created_at: Stamp
  expires_at: Date
  ended_at: Date | null
}

export interface OidcArtifactsTable {
  kind: string
  id_hash: Buffer
  payload: Payload
  grant_id: string | null
  user_id: string | null
  session_uid: string | null
  consumed_at: Date | null
  created_at: Stamp
  expires_at: Date
}

export interface SessionTenantsTable {
  session_uid: string
  tenant_id: string
  expires_at: Date
  user_agent: string | null
  address: string | null
}

export interface ConsentsTable {
  user_id: string
  tenant_id: string
  client_id: string
  scopes: string[]
  /** Null: of an earlier version, which did not write them down. */
  permissions: string[] | null
  updated_at: Stamp
}

export interface DpopProofsTable {
  id_hash: Buffer
  expires_at: Date
}

export interface RevokedTokensTable {
  jti: string
  expires_at: Date
  tenant_id: string | null
}

export type SecurityEventKind = 'token' | 'grant' | 'member' | 'client' | 'tenant' | 'credential'

export interface SecurityEventsTable {
  id: Generated<string>
  position: number | null
  kind: SecurityEventKind
  tenant_id: string | null
  subject: string
  reason: string
  expires_at: Date | null
  occurred_at: Generated<Date>
  published_at: Date | null
}

export interface SecurityEventStreamsTable {
  client_id: string
  id: string
  acked_until: Generated<number>
  acked: Generated<number[]>
  polled_at: Generated<Date>
}

export interface SessionActivityTable {
  session_uid: string
  idle_at: Date
}

export interface RestoresTable {
  restored_to: Date
  recorded_at: Generated<Date>
}
