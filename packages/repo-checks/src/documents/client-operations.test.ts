import { expect, it } from 'vitest'
import { clientOperations } from './client-operations.ts'

const problem = { default: { content: { 'application/problem+json': {} } } }
const json = { '200': { content: { 'application/json': {} } }, ...problem }
const bytes = { '200': { content: { '*/*': {} } }, ...problem }

/** The entry of one operation, as it stands in the table. */
const entryOf = (method: string, operation: object) => {
  const document = { paths: { '/x/{id}': { [method]: { operationId: 'do', ...operation } } } }
  return /do: \{ method: '\w+', path: '[^']+'(.*) \}/.exec(
    clientOperations('dms', JSON.stringify(document)),
  )?.[1]
}

it.each([
  ['JSON for JSON', 'get', { responses: json }, ''],
  ['nothing for nothing', 'delete', { responses: { '204': {}, ...problem } }, ''],
  ['bytes', 'get', { responses: bytes }, ", gives: 'response'"],
  ['what the document leaves out', 'get', { responses: problem }, ", gives: 'response'"],
  [
    'a body of bytes',
    'put',
    {
      requestBody: { content: { 'multipart/form-data': {}, 'application/octet-stream': {} } },
      responses: json,
    },
    ", sends: 'application/octet-stream'",
  ],
  [
    'pictures of several types',
    'put',
    { requestBody: { content: { 'image/png': {}, 'image/jpeg': {} } }, responses: json },
    ", sends: 'any'",
  ],
  [
    'a key in a header',
    'post',
    { parameters: [{ name: 'Idempotency-Key' }], responses: json },
    ", key: 'header'",
  ],
  [
    'a key in a header that is declared elsewhere',
    'post',
    { parameters: [{ $ref: '#/components/parameters/Idempotency-Key' }], responses: json },
    ", key: 'header'",
  ],
  [
    'a key in the body',
    'post',
    {
      requestBody: {
        content: { 'application/json': { schema: { required: ['idempotencyKey'] } } },
      },
      responses: json,
    },
    ", key: 'body'",
  ],
])('knows %s', (_, method, operation, expected) => {
  expect(entryOf(method, operation)).toBe(expected)
})
