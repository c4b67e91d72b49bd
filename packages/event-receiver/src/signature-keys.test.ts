import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEventSigner } from './fixtures/events.ts'
import { createSignatureKeys, readKeys } from './signature-keys.ts'

let server: Server
let url: string
let asked = 0
let answer: { status: number; body: unknown }
let time = 0
const now = () => new Date(time)

beforeEach(async () => {
  asked = 0
  time = 1_000_000
  answer = { status: 200, body: { keys: [createEventSigner().jwk] } }
  server = createServer((_request, response) => {
    asked += 1
    response.writeHead(answer.status, { location: '/elsewhere' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('asks once for many events at once, and again after five minutes', async () => {
  const keys = createSignatureKeys({ url, now })

  await Promise.all([keys.get(), keys.get(), keys.get()])
  expect(asked).toBe(1)

  time += 5 * 60_000 + 1
  await keys.get()
  expect(asked).toBe(2)
})

it('asks again for a signature nobody knows, yet not for each of a flood', async () => {
  const keys = createSignatureKeys({ url, now })
  await keys.get()
  const rotated = createEventSigner()
  answer.body = { keys: [rotated.jwk, { kty: 'RSA' }, { kty: 'OKP', crv: 'Ed25519', x: '!' }] }

  time += 5_001
  const found = await keys.get(time)
  for (let at = 0; at < 100; at++) await keys.get(time)

  expect(found.map((key) => key.equals(rotated.publicKey))).toEqual([true])
  expect(asked).toBe(2)
})

it.each([
  ['an error', 500, { keys: [createEventSigner().jwk] }, 'the event keys answered 500'],
  ['a redirect', 302, {}, 'fetch failed'],
  ['something else', 200, { hello: 'world' }, 'the event keys are no JWK Set'],
  ['no usable key', 200, { keys: [{ kty: 'RSA' }] }, 'the event keys hold no ed25519 key'],
  ['a huge document', 200, { padding: 'x'.repeat(100_000) }, 'the event keys are too large'],
])('answers 503 while it only got %s, and recovers', async (_name, status, body, message) => {
  const good = answer
  answer = { status, body }
  const keys = createSignatureKeys({ url, now })

  await expect(keys.get()).rejects.toMatchObject({
    code: 'event.signature_keys_unavailable',
    status: 503,
    cause: expect.objectContaining({ message }),
  })
  answer = good
  await expect(keys.get()).resolves.toHaveLength(1)
})

it('keeps the keys it has while the workflow service is away', async () => {
  const keys = createSignatureKeys({ url, now })
  await keys.get()
  answer = { status: 503, body: {} }

  time += 10 * 60_000
  await expect(keys.get()).resolves.toHaveLength(1)
})

it('asks no more often than every five seconds while the service is away', async () => {
  const keys = createSignatureKeys({ url, now })
  await keys.get()
  answer = { status: 503, body: {} }
  time += 5 * 60_000 + 1
  for (let at = 0; at < 10; at++) await keys.get()
  expect(asked).toBe(2)
  time += 4_999
  await keys.get()
  expect(asked).toBe(2)
  time += 1
  await keys.get()
  expect(asked).toBe(3)
})

it('keeps them for five minutes, and then those that are there', async () => {
  const keys = createSignatureKeys({ url, now })
  await keys.get()
  time += 5 * 60_000
  await keys.get()
  expect(asked).toBe(1)
  const next = createEventSigner()
  answer.body = { keys: [next.jwk] }
  time += 1
  expect((await keys.get()).map((key) => key.equals(next.publicKey))).toEqual([true])
})

it('waits for the new ones, whoever asks while they are read', async () => {
  const keys = createSignatureKeys({ url, now })
  await keys.get()
  const next = createEventSigner()
  answer.body = { keys: [next.jwk] }
  time += 5 * 60_000 + 1
  const found = await Promise.all([keys.get(), keys.get()])
  expect(found.flat().map((key) => key.equals(next.publicKey))).toEqual([true, true])
  expect(asked).toBe(2)
})

it('asks for JSON', async () => {
  const accepted: unknown[] = []
  server.on('request', ({ headers }) => accepted.push(headers.accept))
  await createSignatureKeys({ url, now }).get()
  expect(accepted).toEqual(['application/json'])
})

it('asks anew only when it has been read before the moment that is named', async () => {
  const keys = createSignatureKeys({ url, now })
  await keys.get()
  const readAt = time
  time += 60_000
  await keys.get(readAt - 1)
  expect(asked).toBe(1)
  await keys.get(readAt)
  expect(asked).toBe(2)
})

it('waits for an answer no longer than it is told', async () => {
  server.removeAllListeners('request')
  const keys = createSignatureKeys({ url, now, timeoutMs: 20 })
  await expect(keys.get()).rejects.toMatchObject({
    code: 'event.signature_keys_unavailable',
    cause: expect.objectContaining({ name: 'TimeoutError' }),
  })
})

const okp = { kty: 'OKP', crv: 'Ed25519', x: createEventSigner().jwk['x'] }

it.each([
  ['of another kind', { ...okp, kty: 'EC' }],
  ['of another curve', { ...okp, crv: 'X25519' }],
  ['without a point', { ...okp, x: undefined }],
  ['with a number as a point', { ...okp, x: 7 }],
  ['with a point of another length', { ...okp, x: 'AAAA' }],
  ['that is null', null],
  ['that is text', 'key'],
])('passes over a key %s', (_, jwk) => {
  expect(readKeys({ keys: [jwk, okp] })).toHaveLength(1)
})

it.each([null, 'keys', [], {}, { keys: {} }])('finds no key set in %j', (value) => {
  expect(() => readKeys(value)).toThrow('the event keys are no JWK Set')
})

it('takes a document of 64 KiB, and no larger one', async () => {
  const document = (padding: number) => ({ keys: [okp], padding: 'x'.repeat(padding) })
  const least = JSON.stringify(document(0)).length
  answer.body = document(64 * 1024 - least)
  await expect(createSignatureKeys({ url, now }).get()).resolves.toHaveLength(1)
  answer.body = document(64 * 1024 - least + 1)
  await expect(createSignatureKeys({ url, now }).get()).rejects.toMatchObject({ status: 503 })
})
