import { SCOPES } from '@countersign/contracts'
import { problems } from '../../problems.ts'

// What SCIM here is, for directories that ask before they begin (RFC 7644 section 4).

export const maxCount = 200

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const supported = (yes: boolean) => ({ supported: yes })

/** RFC 7643 section 5. */
export const serviceProviderConfig = {
  schemas: [`${core}:ServiceProviderConfig`],
  patch: supported(true),
  bulk: { ...supported(false), maxOperations: 0, maxPayloadSize: 0 },
  filter: { ...supported(true), maxResults: maxCount },
  changePassword: supported(false),
  sort: supported(false),
  etag: supported(false),
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth 2.0 bearer token',
      description: `A service token with the scopes ${SCOPES.scim} and tenant:<id>.`,
    },
  ],
}

/** RFC 7643 section 6. */
export const resourceTypes = (base: string) =>
  ['User', 'Group'].map((name) => ({
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: `${core}:${name}`,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference'
  readonly [characteristic: string]: unknown
}

/** An attribute with the characteristics of RFC 7643 section 7, those it does not say by default. */
const attribute = (own: Attribute) => ({
  multiValued: false,
  description: '',
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  ...(own.type === 'boolean' || own.type === 'complex'
    ? {}
    : { caseExact: false, uniqueness: 'none' }),
  ...own,
})

const userAttributes = [
  attribute({
    name: 'userName',
    type: 'string',
    required: true,
    mutability: 'immutable',
    uniqueness: 'server',
  }),
  attribute({ name: 'displayName', type: 'string' }),
  attribute({
    name: 'name',
    type: 'complex',
    subAttributes: ['formatted', 'givenName', 'familyName'].map((name) =>
      attribute({
        name,
        type: 'string',
        // Taken when there is no other name to show, and not kept.
        ...(name === 'formatted' ? {} : { mutability: 'writeOnly', returned: 'never' }),
      }),
    ),
  }),
  attribute({
    name: 'emails',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute({ name: 'value', type: 'string' }),
      attribute({ name: 'primary', type: 'boolean' }),
    ],
  }),
  attribute({ name: 'active', type: 'boolean' }),
]

const groupAttributes = [
  attribute({ name: 'displayName', type: 'string', required: true }),
  attribute({
    name: 'members',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute({ name: 'value', type: 'string', mutability: 'immutable' }),
      attribute({
        name: '$ref',
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'readOnly',
      }),
    ],
  }),
]

/** RFC 7643 section 7: of users and groups, what is kept here and nothing else. */
export const schemas = (base: string) =>
  [
    { name: 'User', description: 'An account of the tenant', attributes: userAttributes },
    { name: 'Group', description: 'A role of the tenant', attributes: groupAttributes },
  ].map((schema) => {
    const id = `${core}:${schema.name}`
    return {
      schemas: [`${core}:Schema`],
      id,
      ...schema,
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
    }
  })

/** All of a kind as one answer; they are few, and neither filtered nor paged. */
export const listResponse = (resources: readonly object[], total = resources.length, from = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: from,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** @throws 404 */
export function oneOf<T extends { readonly id: string }>(resources: readonly T[], id: string): T {
  const found = resources.find((resource) => resource.id === id)
  if (found === undefined) throw problems.not_found()
  return found
}
