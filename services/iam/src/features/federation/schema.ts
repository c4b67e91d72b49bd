import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { idAttributes } from '../../core/federation.ts'

const ShownName = Type.String({
  minLength: 1,
  maxLength: 80,
  description: 'On the sign-in page, in “Continue with …”.',
})
const Address = Type.String({ minLength: 1, maxLength: 500 })
const Secret = Type.String({ minLength: 1, maxLength: 1_000 })
const Dn = Type.String({ minLength: 3, maxLength: 500, pattern: '=' })
const Attribute = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$' })
const Status = Type.Enum(['active', 'disabled'])

const entry = {
  matchExternalId: Type.Optional(
    Type.Boolean({
      description: 'Its subject is the externalId that SCIM gave: such a member is let in.',
    }),
  ),
  createAccounts: Type.Optional(
    Type.Boolean({ description: 'Who has no account here gets a new one in the tenant.' }),
  ),
  mailDomains: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$', maxLength: 253 }), {
      maxItems: 50,
      description: 'New accounts only with a verified address in one of these; all when empty.',
    }),
  ),
  roles: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 50,
      description: 'Ids or codes of the roles that new accounts get.',
    }),
  ),
}

const oidc = {
  clientId: Type.String({ minLength: 1, maxLength: 300 }),
  scopes: Type.Array(Type.String({ pattern: '^[!#-[\\]-~]{1,100}$' }), { maxItems: 20 }),
}
const ldap = {
  url: Address,
  startTls: Type.Boolean(),
  ca: Nullable(Type.String({ maxLength: 20_000, description: 'Certificates to trust, PEM.' })),
  bindDn: Dn,
  baseDn: Dn,
  personFilter: Type.String({ minLength: 3, maxLength: 500 }),
  usernameAttributes: Type.Array(Attribute, { minItems: 1, maxItems: 5, uniqueItems: true }),
}

export const CreateProviderBody = Type.Union([
  closed({
    kind: Type.Literal('oidc'),
    name: ShownName,
    issuer: Address,
    clientId: oidc.clientId,
    clientSecret: Type.Optional(Secret),
    scopes: Type.Optional(oidc.scopes),
    ...entry,
  }),
  closed({
    kind: Type.Literal('ldap'),
    name: ShownName,
    url: Address,
    startTls: Type.Optional(ldap.startTls),
    ca: Type.Optional(ldap.ca),
    bindDn: Dn,
    bindPassword: Secret,
    baseDn: Dn,
    personFilter: Type.Optional(ldap.personFilter),
    usernameAttributes: Type.Optional(ldap.usernameAttributes),
    idAttribute: Type.Enum([...idAttributes]),
    ...entry,
  }),
])
export type CreateProviderBody = Static<typeof CreateProviderBody>

/** What identities are known by (issuer, id attribute) stays: links would mean somebody else. */
export const ChangeProviderBody = closed({
  name: Type.Optional(ShownName),
  status: Type.Optional(Status),
  clientId: Type.Optional(oidc.clientId),
  clientSecret: Type.Optional(Secret),
  scopes: Type.Optional(oidc.scopes),
  url: Type.Optional(Address),
  startTls: Type.Optional(ldap.startTls),
  ca: Type.Optional(ldap.ca),
  bindDn: Type.Optional(Dn),
  bindPassword: Type.Optional(Secret),
  baseDn: Type.Optional(Dn),
  personFilter: Type.Optional(ldap.personFilter),
  usernameAttributes: Type.Optional(ldap.usernameAttributes),
  ...entry,
  revision: Type.Optional(Revision),
})
export type ChangeProviderBody = Static<typeof ChangeProviderBody>

export const ProviderView = closed({
  id: Uuid,
  kind: Type.Enum(['oidc', 'ldap']),
  name: Type.String(),
  status: Status,
  hasSecret: Type.Boolean({ description: 'Secrets go in and never come out.' }),
  redirectUri: Nullable(
    Type.String({ description: 'To register at an OpenID provider; of this one alone.' }),
  ),
  settings: Type.Union([
    closed({ issuer: Type.String(), ...oidc }),
    closed({ ...ldap, idAttribute: Type.String() }),
  ]),
  matchExternalId: Type.Boolean(),
  createAccounts: Type.Boolean(),
  mailDomains: Type.Array(Type.String()),
  roles: Type.Array(Uuid),
  revision: Revision,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ProviderView = Static<typeof ProviderView>

export const ProvidersQuery = Type.Object(PageQuery)

export const AddLinkBody = closed({
  userId: Type.String({ format: 'uuid' }),
  subject: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'What the provider calls the person for good: sub, or the id attribute.',
  }),
})
export type AddLinkBody = Static<typeof AddLinkBody>

export const LinkView = closed({
  id: Uuid,
  userId: Uuid,
  username: Type.String(),
  displayName: Type.String(),
  subject: Type.String(),
  origin: Type.Enum(['user', 'administrator', 'external_id', 'created']),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type LinkView = Static<typeof LinkView>
export const LinkParams = Type.Object({ id: Uuid, linkId: Uuid })

export const CheckView = closed({
  reachable: Type.Boolean(),
  problem: Nullable(Type.String({ description: 'What went wrong, in words of the service.' })),
})
