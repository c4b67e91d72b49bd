import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { Name, RequiresMfa } from '../../schema.ts'

const Address = Type.String({ minLength: 1, maxLength: 2_000 })
const Addresses = Type.Array(Address, { maxItems: 50, uniqueItems: true })
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 200,
  uniqueItems: true,
})
const Permissions = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 400,
    uniqueItems: true,
    description:
      'What its tokens carry of what their people may do: names, or ["*"] for all; null: all but `iam:*`.',
  }),
)
const Resources = Type.Array(Address, {
  maxItems: 50,
  uniqueItems: true,
  description: 'What its tokens may be asked for with `resource`, beside the services.',
})
const AccessTokenType = Nullable(
  Type.Enum(['at+jwt', 'JWT'], {
    description: '`typ` of its access tokens; null: the setting of the deployment.',
  }),
)
const DpopBoundAccessTokens = Type.Boolean({
  description:
    'Its access tokens are bound to a key that it proves to hold (`dpop_bound_access_tokens`, RFC 9449 section 5.2). Turned on, it ends what was issued before.',
})
const RequirePushedAuthorizationRequests = Type.Boolean({
  description:
    'A SPA that pushes its authorization requests (`require_pushed_authorization_requests`, RFC 9126 section 6).',
})
const Agent = Type.Boolean({
  description:
    'A SPA that asks in the name of its people and does not decide for them: its tokens carry `act` (RFC 8693 ' +
    'section 4.1), it waits for its code on any port of 127.0.0.1 or [::1], and its people are asked at each ' +
    'sign-in. `permissions` is required of it. For good.',
})
const ClientType = Type.Enum(['SPA', 'SERVICE'])
const ClientId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  description: 'Readable, unique on the platform; made from the name when left out.',
})

const Tenants = Type.Array(Uuid, {
  maxItems: 1_000,
  uniqueItems: true,
  description: 'A SERVICE alone: the tenants that its tokens may name; left out, the own one.',
})

const settings = {
  redirectUris: Type.Optional(Addresses),
  postLogoutRedirectUris: Type.Optional(Addresses),
  backchannelLogoutUri: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 2_000, description: 'Told of each sign-out.' }),
    ),
  ),
  requireConsent: Type.Optional(Type.Boolean()),
  scopes: Type.Optional(Scopes),
  permissions: Type.Optional(Permissions),
  resources: Type.Optional(Resources),
  accessTokenType: Type.Optional(AccessTokenType),
  dpopBoundAccessTokens: Type.Optional(DpopBoundAccessTokens),
  requirePushedAuthorizationRequests: Type.Optional(RequirePushedAuthorizationRequests),
  requiresMfa: Type.Optional(RequiresMfa),
  tenants: Type.Optional(Tenants),
}

export const CreateClientBody = closed({
  type: ClientType,
  clientId: Type.Optional(ClientId),
  name: Name,
  agent: Type.Optional(Agent),
  ...settings,
})
export type CreateClientBody = Static<typeof CreateClientBody>

export const ChangeClientBody = closed({
  name: Type.Optional(Name),
  status: Type.Optional(Type.Enum(['active', 'disabled'])),
  ...settings,
  revision: Type.Optional(Revision),
})
export type ChangeClientBody = Static<typeof ChangeClientBody>

export const ClientView = closed({
  id: Uuid,
  clientId: Type.String(),
  type: ClientType,
  name: Name,
  status: Type.Enum(['active', 'disabled']),
  redirectUris: Type.Array(Type.String()),
  postLogoutRedirectUris: Type.Array(Type.String()),
  backchannelLogoutUri: Nullable(Type.String()),
  requireConsent: Type.Boolean(),
  scopes: Type.Array(Type.String()),
  permissions: Permissions,
  resources: Resources,
  accessTokenType: AccessTokenType,
  dpopBoundAccessTokens: DpopBoundAccessTokens,
  requirePushedAuthorizationRequests: RequirePushedAuthorizationRequests,
  agent: Agent,
  requiresMfa: RequiresMfa,
  tenants: Type.Array(Uuid),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ClientView = Static<typeof ClientView>

/** The secret of a SERVICE is in this answer alone, and never again. */
export const CreatedClientView = closed({
  ...ClientView.properties,
  clientSecret: Type.Optional(Type.String()),
})
export type CreatedClientView = Static<typeof CreatedClientView>

export const SecretView = closed({
  id: Uuid,
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
  expiresAt: Type.Optional(Timestamp),
})
export type SecretView = Static<typeof SecretView>

export const SecretList = closed({ items: Type.Array(SecretView) })
export const CreatedSecretView = closed({
  ...SecretView.properties,
  clientSecret: Type.Optional(Type.String()),
})
export type CreatedSecretView = Static<typeof CreatedSecretView>

export const SecretParams = Type.Object({ id: Uuid, secretId: Uuid })
