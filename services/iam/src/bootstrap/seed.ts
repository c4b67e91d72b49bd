import { Type, type Static } from 'typebox'
import { closed, Nullable, Uuid } from '@countersign/service-kit/schema'

const Code = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Username = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$' })
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 400 })
const Addresses = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), { maxItems: 50 })

// Left out, what is there stays as it is.
const RequiresMfa = Type.Optional(Type.Boolean())

const SeedTenant = closed({ id: Uuid, name: Name, requiresMfa: RequiresMfa })

const SeedRole = closed({
  tenantId: Uuid,
  code: Code,
  name: Name,
  permissions: Names,
  requiresMfa: RequiresMfa,
})

const SeedDepartment = closed({
  tenantId: Uuid,
  code: Code,
  name: Name,
  parent: Type.Optional(Code),
  leader: Type.Optional(Username),
})

const SeedMembership = closed({
  tenantId: Uuid,
  roles: Type.Array(Code, { maxItems: 100 }),
  department: Type.Optional(Code),
  post: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  manager: Type.Optional(Username),
})

const SeedUser = closed({
  id: Type.Optional(Uuid),
  username: Username,
  displayName: Name,
  email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
  password: Type.String({ minLength: 1, maxLength: 200 }),
  mustChangePassword: Type.Optional(Type.Boolean()),
  memberships: Type.Array(SeedMembership, { maxItems: 100 }),
})

const SeedClient = closed({
  clientId: Code,
  type: Type.Enum(['SPA', 'SERVICE']),
  name: Name,
  tenantId: Type.Optional(Nullable(Uuid)),
  redirectUris: Type.Optional(Addresses),
  postLogoutRedirectUris: Type.Optional(Addresses),
  backchannelLogoutUri: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  requireConsent: Type.Optional(Type.Boolean()),
  scopes: Names,
  // Left out, a client that is there keeps what it has.
  permissions: Type.Optional(Nullable(Names)),
  resources: Type.Optional(Addresses),
  accessTokenType: Type.Optional(Nullable(Type.Enum(['at+jwt', 'JWT']))),
  dpopBoundAccessTokens: Type.Optional(Type.Boolean()),
  requirePushedAuthorizationRequests: Type.Optional(Type.Boolean()),
  agent: Type.Optional(Type.Boolean()),
  tenants: Type.Optional(Type.Array(Uuid, { maxItems: 1000 })),
  allTenants: Type.Optional(Type.Boolean()),
  requiresMfa: RequiresMfa,
  // Chosen by the operator, for bootstrap only; the management API always generates.
  secret: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{32}$' })),
})

/**
 * What becomes of what is there already: set to what the file says, or left as it is, but for where the
 * pages of clients are. Kept, a tenant that is there gets no role, department, person or membership either.
 */
const Existing = Type.Enum(['set', 'keep'], { default: 'set' })

/**
 * What `bootstrap --file` applies. Everything is addressed by its natural key (tenant id, role and
 * department code, user name, client id), so that applying it again changes nothing.
 */
export const SeedFile = closed({
  existing: Type.Optional(Existing),
  tenants: Type.Array(SeedTenant),
  roles: Type.Optional(Type.Array(SeedRole)),
  departments: Type.Optional(Type.Array(SeedDepartment)),
  users: Type.Optional(Type.Array(SeedUser)),
  clients: Type.Optional(Type.Array(SeedClient)),
})

export type Seed = Static<typeof SeedFile>
export type Existing = Static<typeof Existing>
export type SeedClient = Static<typeof SeedClient>
export type SeedUser = Static<typeof SeedUser>

/** The file fits its schema but contradicts itself or the database; says where. */
export class SeedError extends Error {
  constructor(place: string, reason: string) {
    super(`${place}: ${reason}`)
    this.name = 'SeedError'
  }
}
