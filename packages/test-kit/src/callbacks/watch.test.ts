import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeBusinessApp, type FakeBusinessApp } from '../fake-business-app.ts'
import { watchCallbacks } from './watch.ts'

const { takeFaults, end } = watchCallbacks()
let app: FakeBusinessApp

beforeAll(async () => {
  app = await startFakeBusinessApp()
})
afterAll(async () => {
  await app.close()
  end()
})

const file = new URL('../../../contracts/asyncapi.json', import.meta.url)
const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
  components: { messages: Record<string, { examples: { payload: Record<string, unknown> }[] }> }
}
const [example] = components.messages['instance.started']?.examples ?? []
const event = example?.payload ?? {}
const headers = {
  'content-type': 'application/json',
  authorization: 'Bearer x.y.z',
  'ce-specversion': '1.0',
  'ce-id': 'an id',
  'ce-type': 'instance.started',
  'ce-source': 'https://platform.example/api/bpm/v1',
  'ce-subject': 'another id',
  'webhook-signature': 'v1a,c2lnbmF0dXJl',
}
const batched = {
  'content-type': 'application/cloudevents-batch+json',
  authorization: 'Bearer x.y.z',
  'webhook-id': 'an id',
  'webhook-timestamp': '1',
  'webhook-signature': 'v1a,c2lnbmF0dXJl',
}
const attributes = {
  specversion: '1.0',
  id: 'an id',
  type: 'instance.started',
  source: 'https://platform.example/api/bpm/v1',
  subject: 'another id',
}
const { authorization: _token, ...withoutToken } = headers
const { 'ce-id': _id, ...withoutId } = headers

it.each([
  ['as it is declared', headers, event, []],
  ['of an unknown type', { ...headers, 'ce-type': 'x' }, event, ['x is not declared']],
  ['without a header', withoutId, event, ["has headers that must have required property 'ce-id'"]],
  ['with a header more', { ...headers, 'ce-extra': '1' }, event, ['has the header ce-extra']],
  ['without a token', withoutToken, event, ['has no token']],
  [
    'of another media type',
    { ...headers, 'content-type': 'text/json' },
    event,
    ['is of text/json'],
  ],
  ['with several events', batched, [{ ...attributes, data: event }], []],
  [
    'with something else among several',
    batched,
    [{ ...attributes, data: { ...event, sequence: 0 } }],
    ['has body/0/data/sequence that must be >= 1'],
  ],
  ['of another shape', headers, { ...event, sequence: 0 }, ['has body/sequence that must be >= 1']],
])('says what is undeclared of a callback %s', async (_, sent, body, faults) => {
  await fetch(app.origin, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  expect(app.deliveries.at(-1)?.body).toBe(JSON.stringify(body))
  const kind = Array.isArray(body) ? 'several' : 'instance.started'
  const named = faults.map((fault) => (fault.startsWith('x ') ? fault : `${kind} ${fault}`))
  await expect.poll(takeFaults).toEqual(named)
})

it('does not look at what is refused', async () => {
  app.react(() => ({ status: 400 }))
  await fetch(app.origin, { method: 'POST', headers: { ...headers, 'ce-type': 'x' }, body: '{}' })
  expect(takeFaults()).toEqual([])
})
