import { expect, it } from 'vitest'
import { EVENT_REFUSALS, EventRefused, jsonAnswer, problemAnswer } from './answer.ts'

it('refuses with statuses that senders and watchers go by', () => {
  expect(Object.fromEntries(EVENT_REFUSALS.map(({ code, status }) => [code, status]))).toEqual({
    'event.body_too_large': 413,
    'event.body_broken_off': 400,
    'event.signature_missing': 401,
    'event.signature_invalid': 401,
    'event.signature_expired': 401,
    'event.signature_keys_unavailable': 503,
    'event.invalid': 400,
    'event.audience_mismatch': 403,
    'event.biz_type_mismatch': 403,
    'event.tenant_mismatch': 403,
    'event.id_mismatch': 422,
    'event.not_applied': 500,
  })
})

it.each(EVENT_REFUSALS)('$code is a problem of RFC 9457 with a title of its own', (refusal) => {
  const { code, status, title, body } = refusal
  expect(title).toMatch(/^(The|This) [a-z ]{10,}$/)
  expect(EVENT_REFUSALS.filter((other) => other.title === title)).toEqual([refusal])
  const type = `urn:countersign:problem:${code}`
  expect(body).toEqual({ type, title, status, code, detail: title })
  expect(new EventRefused(code)).toMatchObject({ name: 'EventRefused', message: title })
})

it('says what is known beyond the title, and keeps what it came from to itself', () => {
  const cause = new Error('hunter2')
  const refused = new EventRefused('event.invalid', 'The body is not JSON.', cause)
  expect(refused.cause).toBe(cause)
  expect(refused.toAnswer()).toEqual({
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: '{"type":"urn:countersign:problem:event.invalid","title":"The body is not a workflow event","status":400,"code":"event.invalid","detail":"The body is not JSON."}',
  })
})

it('sends JSON as JSON and a problem as one, with the headers that belong to it', () => {
  expect(jsonAnswer(409, { expected: 2 })).toEqual({
    status: 409,
    headers: { 'content-type': 'application/json' },
    body: '{"expected":2}',
  })
  const problem = { type: 't', title: 't', status: 401, code: 'c', detail: 'd' }
  expect(problemAnswer(problem, { 'www-authenticate': 'Bearer' }).headers).toEqual({
    'content-type': 'application/problem+json',
    'www-authenticate': 'Bearer',
  })
})
