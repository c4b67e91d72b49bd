import { expect, it } from 'vitest'
import { withIdempotencyKeys } from './idempotency-keys.ts'

const post = (body: string, headers: Record<string, string> = {}) =>
  new Request('http://localhost/folders', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

const broken = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.error(new Error('cut off')),
    }),
  )

/** What was sent, when each of these came of it. */
async function keysOf(answers: readonly (() => Response)[], requests: readonly Request[]) {
  const keys: (string | null)[] = []
  const left = [...answers]
  const send = withIdempotencyKeys(async ({ headers }) => {
    keys.push(headers.get('idempotency-key'))
    return left.shift()?.() ?? new Response('{}')
  })
  for (const request of requests) await send(request).catch(() => undefined)
  return keys
}

const lost = (): Response => {
  throw new Error('no answer')
}

it.each([
  ['no answer came', lost],
  ['the answer broke off', broken],
  ['the service failed', () => new Response('{}', { status: 503 })],
])('sends the same key again while %s', async (_, answer) => {
  const keys = await keysOf([answer, answer], [post('{}'), post('{}'), post('{}'), post('{}')])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]])
  // The third was answered: one more like it is another.
  expect(keys[3]).not.toBe(keys[0])
})

it('takes another key for another content, and after a refusal', async () => {
  const refused = () => new Response('{}', { status: 409 })
  const keys = await keysOf([refused, lost], [post('{}'), post('{}'), post('{"name":"b"}')])
  expect(new Set(keys).size).toBe(3)
})

it('leaves keys of the caller, uploads of bytes and other methods alone', async () => {
  const requests = [
    post('{}', { 'idempotency-key': 'mine' }),
    post('bytes', { 'content-type': 'application/octet-stream' }),
    new Request('http://localhost/folders'),
  ]
  expect(await keysOf([], requests)).toEqual(['mine', null, null])
})
