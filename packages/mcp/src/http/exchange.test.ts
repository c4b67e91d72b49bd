import { NoToken } from '@countersign/client'
import { afterEach, expect, it } from 'vitest'
import { startFakePlatform } from '../fake-platform.testing.ts'
import { createExchange } from './exchange.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function setUp(answer: Parameters<typeof startFakePlatform>[0]) {
  const fake = await startFakePlatform(answer)
  closing.push(() => fake.close())
  const client = { clientId: 'a:b', clientSecret: 'ö %' }
  return { fake, exchange: createExchange({ platformUrl: fake.baseUrl, ...client }) }
}

const given = (expires_in: number) => {
  let count = 0
  return () => ({ json: { access_token: `own-${++count}`, expires_in } })
}

it('hands in the token of the agent, as the server that it names, and gets one of its own', async () => {
  const { fake, exchange } = await setUp(given(60))
  const token = exchange('of-the-agent')
  expect(fake.calls).toEqual([])
  expect([await token({ isRefused: false }), await token({ isRefused: false })]).toEqual([
    'own-1',
    'own-1',
  ])
  expect(fake.calls).toHaveLength(1)
  const [call] = fake.calls
  expect(call).toMatchObject({
    method: 'POST',
    path: '/oauth2/token',
    authorization: `Basic ${Buffer.from('a%3Ab:%C3%B6%20%25').toString('base64')}`,
  })
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'of-the-agent',
    subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  })
})

it('asks again before its own ends, when it was refused, and for each request', async () => {
  const short = await setUp(given(10))
  const token = short.exchange('of-the-agent')
  expect([await token({ isRefused: false }), await token({ isRefused: false })]).toEqual([
    'own-1',
    'own-2',
  ])
  const { exchange } = await setUp(given(60))
  const refused = exchange('of-the-agent')
  await refused({ isRefused: false })
  expect(await refused({ isRefused: true })).toBe('own-2')
  expect(await exchange('of-the-agent')({ isRefused: false })).toBe('own-3')
})

it.each([
  ['has ended', { status: 400, json: { error: 'invalid_request' } }, 'invalid_request'],
  ['gets a page', { status: 502, record: '<html>' }, 'http_502'],
  ['gets no token', { json: { token_type: 'Bearer' } }, 'http_200'],
])('has no token for an agent whose own %s', async (_what, answer, error) => {
  const { exchange } = await setUp(() => answer)
  const asked = exchange('of-the-agent')({ isRefused: false })
  await expect(asked).rejects.toThrow(NoToken)
  await expect(asked).rejects.toMatchObject({ error })
})

it.each([429, 503])(
  'asks once more when the platform says %d, and when it says',
  async (status) => {
    const busy = { status, retryAfter: 1, json: {} }
    let count = 0
    const once = await setUp(() => (count++ === 0 ? busy : given(60)()))
    const since = performance.now()
    expect(await once.exchange('of-the-agent')({ isRefused: false })).toBe('own-1')
    expect(performance.now() - since).toBeGreaterThan(990)
    const twice = await setUp(() => ({ ...busy, retryAfter: 0 }))
    const asked = twice.exchange('of-the-agent')({ isRefused: false })
    await expect(asked).rejects.toMatchObject({ error: `http_${status}` })
    const longer = await setUp(() => ({ ...busy, retryAfter: 11 }))
    await expect(longer.exchange('of-the-agent')({ isRefused: false })).rejects.toThrow(NoToken)
    expect([twice.fake.calls.length, longer.fake.calls.length]).toEqual([2, 1])
  },
)

it('has none while the platform is away', async () => {
  const { fake, exchange } = await setUp(() => 'none')
  await fake.close()
  closing.length = 0
  await expect(exchange('of-the-agent')({ isRefused: false })).rejects.toMatchObject({
    error: 'no_answer',
  })
})
