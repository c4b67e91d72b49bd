import { InvalidToken } from './errors.ts'
import type { JsonObject } from './json-object.ts'

/** How the token was obtained; another text where the issuer knows more grants. */
export type GrantType = 'authorization_code' | 'client_credentials' | (string & {})

/** Who is calling, as the verified token says. Frozen: it is shared by requests with one token. */
export interface Caller {
  /** `sub`: the user's UUID, or the client id of a service. */
  readonly subject: string
  /** `tenant_id`: the only source of the tenant. Undefined for a service that asked for none. */
  readonly tenantId: string | undefined
  /** `client_id`: the application that the token was issued to. */
  readonly clientId: string
  /** `grant_type`: `authorization_code` for a user (also after refresh), `client_credentials` for a service. */
  readonly grantType: GrantType | undefined
  /** `scope`, split. */
  readonly scopes: readonly string[]
  /** `permissions`, verbatim. */
  readonly permissions: readonly string[]
  /** Each permission verbatim and each scope as `SCOPE_<scope>`. */
  readonly authorities: readonly string[]
  /** All claims of the token. */
  readonly claims: JsonObject
}

const NONE: readonly string[] = Object.freeze([])

/**
 * Reads the caller out of verified claims.
 *
 * @throws {@link InvalidToken} `claims` when a claim has the wrong form.
 */
export function toCaller(claims: JsonObject): Caller {
  const permissions = readPermissions(claims['permissions'])
  const scopes = readScopes(claims['scope'])
  return Object.freeze({
    subject: readText(claims['sub']),
    tenantId: readOptionalText(claims['tenant_id']),
    clientId: readText(claims['client_id']),
    grantType: readOptionalText(claims['grant_type']),
    scopes,
    permissions,
    authorities: Object.freeze([...permissions, ...scopes.map((scope) => `SCOPE_${scope}`)]),
    claims: deepFreeze(claims),
  })
}

function readText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new InvalidToken('claims')
  return value
}

function readOptionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : readText(value)
}

function readPermissions(value: unknown): readonly string[] {
  if (value === undefined) return NONE
  if (!Array.isArray(value)) throw new InvalidToken('claims')
  for (const permission of value) {
    // Beside the scopes it would pass for one: `SCOPE_` is how a scope is told from a permission.
    if (readText(permission).startsWith('SCOPE_')) throw new InvalidToken('claims')
  }
  return Object.freeze(value as string[])
}

// RFC 6749 section 3.3 has one text with spaces; some issuers send an array.
function readScopes(value: unknown): readonly string[] {
  if (value === undefined || value === '') return NONE
  if (typeof value === 'string') return Object.freeze(value.split(' ').filter(Boolean))
  if (!Array.isArray(value)) throw new InvalidToken('claims')
  for (const scope of value) {
    if (readText(scope).includes(' ')) throw new InvalidToken('claims')
  }
  return Object.freeze(value as string[])
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  }
  return Object.freeze(value)
}
