import { startFakeBusinessApp, type Reaction } from '@countersign/test-kit/fake-business-app'
import { expect, it, onTestFinished, vi } from 'vitest'
import { clientCredentials } from './tokens.ts'

const good = { isRefused: false }

async function setup(react: (count: number) => Reaction) {
  let count = 0
  const app = await startFakeBusinessApp({
    react: () => {
      count += 1
      return react(count)
    },
  })
  onTestFinished(() => app.close())
  const tokenUrl = `${app.origin}/oauth2/token`
  const tokensFor = clientCredentials({ tokenUrl, clientId: 'a:b', clientSecret: 'ö %' })
  return { app, tokensFor }
}

const given = (count: number, expires_in = 600): Reaction => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ access_token: `token-${count}`, expires_in }),
})

it('asks once per scope, however many ask at the same time', async () => {
  const { app, tokensFor } = await setup(given)
  const ask = tokensFor('bpm.instance.read tenant:t')
  const tokens = await Promise.all([
    ask(good),
    ask(good),
    tokensFor('bpm.instance.read tenant:t')(good),
  ])
  expect(new Set(tokens)).toEqual(new Set(['token-1']))
  expect(await tokensFor('other')(good)).toBe('token-2')
  const forms = app.deliveries.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  expect(forms).toEqual([
    { grant_type: 'client_credentials', scope: 'bpm.instance.read tenant:t' },
    { grant_type: 'client_credentials', scope: 'other' },
  ])
  // Both are form-encoded, so that a colon in the id ends nothing.
  expect(app.deliveries[0]?.headers['authorization']).toBe(`Basic ${btoa('a%3Ab:%C3%B6%20%25')}`)
})

it.each([
  [600, 539, 541],
  [60, 29, 31],
])('renews one of %i s before its end', async (lifeSeconds, goodAt, overAt) => {
  const { tokensFor } = await setup((count) => given(count, lifeSeconds))
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValue(0)
  const ask = tokensFor('scope')
  await ask(good)
  clock.mockReturnValue(goodAt * 1000)
  expect(await ask(good)).toBe('token-1')
  clock.mockReturnValue(overAt * 1000)
  expect(await ask(good)).toBe('token-2')
})

it('asks for another when one was refused', async () => {
  const { tokensFor } = await setup(given)
  const ask = tokensFor('scope')
  await ask(good)
  expect(await ask({ isRefused: true })).toBe('token-2')
  expect(await ask(good)).toBe('token-2')
})

it('tries again while the identity service restarts', async () => {
  const { tokensFor } = await setup((count) => (count === 1 ? { status: 503 } : given(count)))
  expect(await tokensFor('scope')(good)).toBe('token-2')
})

it('says why there is none, and keeps no failure', async () => {
  const refusal = { error: 'invalid_client', error_description: 'unknown client' }
  const { tokensFor } = await setup((count) =>
    count === 1 ? { status: 401, body: JSON.stringify(refusal) } : given(count),
  )
  const ask = tokensFor('scope')
  await expect(ask(good)).rejects.toMatchObject({ name: 'NoToken', error: 'invalid_client' })
  expect(await ask(good)).toBe('token-2')
})

it('gives the old one on until its end when it cannot be renewed, but not one that was refused', async () => {
  const refused: Reaction = { status: 401, body: '{"error":"invalid_client"}' }
  const { app, tokensFor } = await setup((count) => (count === 1 ? given(1) : refused))
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValue(0)
  const ask = tokensFor('scope')
  await ask(good)
  clock.mockReturnValue(541_000)
  expect([await ask(good), await ask(good)]).toEqual(['token-1', 'token-1'])
  expect(app.deliveries).toHaveLength(2)
  await expect(ask({ isRefused: true })).rejects.toMatchObject({ error: 'invalid_client' })
  await expect(ask(good)).rejects.toMatchObject({ error: 'invalid_client' })
})

it('gives none on beyond its end', async () => {
  const refused: Reaction = { status: 401, body: '{"error":"invalid_client"}' }
  const { tokensFor } = await setup((count) => (count === 1 ? given(1) : refused))
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValue(0)
  const ask = tokensFor('scope')
  await ask(good)
  clock.mockReturnValue(600_000)
  await expect(ask(good)).rejects.toMatchObject({ error: 'invalid_client' })
})
