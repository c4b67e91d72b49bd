import type { Json } from './parts.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const
const uuid = { type: 'string', format: 'uuid' } as const
const time = { type: 'string', format: 'date-time' } as const

const object = (properties: Json, required: readonly string[], more: Json = {}): Json => ({
  type: 'object',
  required,
  properties,
  ...more,
})

const closed = { additionalProperties: false }

/** RFC 6749 section 5.2, with what RFC 8707, RFC 9126, RFC 9449 and OpenID Connect Core add. */
const oauthErrors = [
  'access_denied',
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_grant',
  'invalid_request',
  'invalid_request_uri',
  'invalid_scope',
  'invalid_target',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'use_dpop_nonce',
]

const meta = object(
  { resourceType: text, created: time, lastModified: time, location: text },
  ['resourceType', 'location'],
  closed,
)

const oauthSchemas: Readonly<Record<string, Json>> = {
  OAuthError: object({ error: { enum: oauthErrors }, error_description: text }, ['error'], {
    description: 'A refusal (RFC 6749 section 5.2).',
  }),
  TokenAnswer: object(
    {
      access_token: text,
      token_type: { enum: ['Bearer', 'DPoP'] },
      expires_in: { type: 'integer', minimum: 1 },
      scope: text,
      refresh_token: text,
      id_token: text,
      issued_token_type: { const: 'urn:ietf:params:oauth:token-type:access_token' },
    },
    ['access_token', 'token_type', 'expires_in'],
    {
      ...closed,
      description:
        'RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3, RFC 8693 section 2.2.1.',
    },
  ),
  PushedRequest: object(
    { request_uri: text, expires_in: { type: 'integer', minimum: 1 } },
    ['request_uri', 'expires_in'],
    closed,
  ),
  Introspection: object({ active: { type: 'boolean' }, scope: text, username: text }, ['active'], {
    description: 'RFC 7662 section 2.2; beside these what the token says.',
  }),
  Claims: object({ sub: text, tenant_id: uuid }, ['tenant_id'], {
    description: 'OpenID Connect Core section 5.1.',
  }),
  KeySet: object({ keys: { type: 'array', items: { type: 'object' } } }, ['keys'], closed),
  Metadata: object({ issuer: text, token_endpoint: text, jwks_uri: text }, ['issuer'], {
    description: 'RFC 8414 section 2.',
  }),
}

const scimUser = {
  userName: text,
  externalId: { type: ['string', 'null'], minLength: 1, maxLength: 255 },
  displayName: { type: ['string', 'null'] },
  name: object({ formatted: text, givenName: text, familyName: text }, []),
  emails: {
    type: 'array',
    items: object({ value: text, primary: { type: 'boolean' } }, ['value']),
  },
  active: { type: 'boolean' },
}
const members = {
  type: 'array',
  items: object({ value: uuid, $ref: text, display: text }, ['value']),
}
const shown = { schemas: texts, id: uuid, meta }
const shownNames = ['schemas', 'id', 'meta']

const scimSchemas: Readonly<Record<string, Json>> = {
  ScimError: object(
    { schemas: texts, status: text, scimType: text, detail: text },
    ['schemas', 'status', 'detail'],
    { ...closed, description: 'A refusal (RFC 7644 section 3.12).' },
  ),
  ScimUserBody: object(scimUser, ['userName'], { description: 'RFC 7643 section 4.1.' }),
  ScimUser: object(
    { ...shown, ...scimUser },
    [...shownNames, 'userName', 'displayName', 'name', 'emails', 'active'],
    closed,
  ),
  ScimGroupBody: object(
    { displayName: { ...text, minLength: 1, maxLength: 200 }, members },
    ['displayName'],
    { description: 'RFC 7643 section 4.2.' },
  ),
  ScimGroup: object(
    { ...shown, displayName: text, members },
    [...shownNames, 'displayName'],
    closed,
  ),
  ScimPatch: object(
    {
      schemas: texts,
      Operations: {
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: object({ op: text, path: { ...text, maxLength: 500 }, value: {} }, ['op']),
      },
    },
    ['Operations'],
    { description: 'RFC 7644 section 3.5.2.' },
  ),
  ScimList: object(
    {
      schemas: texts,
      totalResults: { type: 'integer', minimum: 0 },
      startIndex: { type: 'integer', minimum: 1 },
      itemsPerPage: { type: 'integer', minimum: 0 },
      Resources: { type: 'array', items: { type: 'object' } },
    },
    ['schemas', 'totalResults', 'startIndex', 'itemsPerPage', 'Resources'],
    { ...closed, description: 'RFC 7644 section 3.4.2.' },
  ),
  ScimDescription: object({ schemas: texts }, ['schemas'], {
    description: 'RFC 7643 sections 5 to 7.',
  }),
}

export const schemas: Readonly<Record<string, Json>> = { ...oauthSchemas, ...scimSchemas }
