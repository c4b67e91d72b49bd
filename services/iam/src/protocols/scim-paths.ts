import { answer, ref, type Json } from './parts.ts'

const path = '/api/iam/v1/scim/v2'
const scim = { tags: ['SCIM 2.0'], security: [{ service: ['iam.scim'] }] }
const media = 'application/scim+json'
const content = (name: string) => ({ [media]: { schema: ref('schemas', name) } })
const given = (name: string, description = 'As it is now.') => answer(description, content(name))
const body = (name: string) => ({ required: true, content: content(name) })

const refusals = (...statuses: readonly number[]): Json =>
  Object.fromEntries(
    [401, 403, 500, 503, ...statuses].map((status) => [status, ref('responses', 'scim')]),
  )

const idOf = (resource: string) => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `Of the ${resource.toLowerCase()}.`,
  schema: { type: 'string', format: 'uuid' },
})
const integer = { type: 'integer', maximum: 2_147_483_647 }
const excluded = {
  name: 'excludedAttributes',
  in: 'query',
  description:
    '`members` leaves those of groups out; others are sent all the same (RFC 7644 section 3.9).',
  schema: { type: 'string', maxLength: 1_000 },
}
const list = [
  {
    name: 'filter',
    in: 'query',
    description: '`userName eq "eva"` and its like.',
    schema: { type: 'string', maxLength: 1_000 },
  },
  { name: 'startIndex', in: 'query', description: 'From 1 on.', schema: integer },
  {
    name: 'count',
    in: 'query',
    description: 'At most 200. Of groups with many members there are fewer in an answer.',
    schema: integer,
  },
  excluded,
]

function resourcePaths(name: 'User' | 'Group'): Readonly<Record<string, Json>> {
  const wanted = `Scim${name}Body`
  const shown = `Scim${name}`
  const one = (operation: string, summary: string, more: Json) => ({
    ...scim,
    operationId: `${operation}Scim${name}`,
    summary,
    ...more,
  })
  const parameters = [idOf(name)]
  return {
    [`${path}/${name}s`]: {
      get: one('list', `List ${name.toLowerCase()}s`, {
        parameters: list,
        responses: { 200: given('ScimList'), ...refusals(400) },
      }),
      post: one('create', `Make a ${name.toLowerCase()}`, {
        requestBody: body(wanted),
        responses: { 201: given(shown, 'It was made.'), ...refusals(400, 404, 409, 413, 415, 422) },
      }),
    },
    [`${path}/${name}s/{id}`]: {
      get: one('get', `Read a ${name.toLowerCase()}`, {
        parameters: [...parameters, excluded],
        responses: { 200: given(shown), ...refusals(400, 404) },
      }),
      put: one('replace', `Set a ${name.toLowerCase()} as a whole`, {
        parameters,
        requestBody: body(wanted),
        responses: { 200: given(shown), ...refusals(400, 404, 409, 413, 415, 422) },
      }),
      patch: one('patch', `Change a ${name.toLowerCase()}`, {
        parameters,
        requestBody: body('ScimPatch'),
        responses: { 200: given(shown), ...refusals(400, 404, 409, 413, 415, 422) },
      }),
      delete: one('delete', `Take a ${name.toLowerCase()} away`, {
        parameters,
        responses: { 204: answer('It is gone.'), ...refusals(400, 404, 409, 413, 415, 422) },
      }),
    },
  }
}

function discoveryPaths(name: 'ResourceTypes' | 'Schemas'): Readonly<Record<string, Json>> {
  const responses = { 200: given('ScimList'), ...refusals(400) }
  const parameters = [
    {
      name: 'name',
      in: 'path',
      required: true,
      description: 'Its id.',
      schema: { type: 'string', maxLength: 100 },
    },
  ]
  const summary = 'What is provisioned here'
  return {
    [`${path}/${name}`]: {
      get: { ...scim, operationId: `listScim${name}`, summary, parameters: list, responses },
    },
    [`${path}/${name}/{name}`]: {
      get: {
        ...scim,
        operationId: `getScim${name}`,
        summary,
        parameters,
        responses: { 200: given('ScimDescription'), ...refusals(400, 404) },
      },
    },
  }
}

/** SCIM 2.0 (RFC 7644), with its own refusals (section 3.12). */
export const scimPaths: Readonly<Record<string, Json>> = {
  [`${path}/ServiceProviderConfig`]: {
    get: {
      ...scim,
      operationId: 'getScimServiceProviderConfig',
      summary: 'What SCIM can here',
      responses: { 200: given('ScimDescription'), ...refusals() },
    },
  },
  ...discoveryPaths('ResourceTypes'),
  ...discoveryPaths('Schemas'),
  ...resourcePaths('User'),
  ...resourcePaths('Group'),
}
