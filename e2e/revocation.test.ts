import { expect, it } from 'vitest'
import { createAccount, type Account } from './support/accounts.ts'
import { call } from './support/api.ts'
import { clientFor, platform } from './support/platform.ts'
import { signIn, tokenOf } from './support/sign-in.ts'

const withinMs = 5_000

const doors = [
  { name: 'gateway', path: '/api/bpm/v1/tasks', baseUrl: () => platform().baseUrl },
  { name: 'bpm', path: '/api/bpm/v1/tasks', baseUrl: () => platform().services.bpm },
  { name: 'dms', path: '/api/dms/folders', baseUrl: () => platform().services.dms },
  { name: 'sample', path: '/api/expenses', baseUrl: () => platform().sampleApp.baseUrl },
] as const

/** What each answers to a token by itself: the gateway refuses before a service is asked. */
async function statusesOf(token: string): Promise<Record<string, number>> {
  const entries = doors.map(async (door) => {
    const { status } = await call('GET', door.path, { token, baseUrl: door.baseUrl() })
    return [door.name, status] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const everywhere = (status: number) =>
  Object.fromEntries(doors.map(({ name }) => [name, status] as const))

async function asAdmin(method: string, path: string, json?: object): Promise<void> {
  const options = { token: await tokenOf('admin'), ...(json === undefined ? {} : { json }) }
  const { status, body } = await call(method, `/api/iam/v1${path}`, options)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
}

interface Person extends Account {
  readonly token: string
}

const ways: readonly (readonly [how: string, act: (person: Person) => Promise<void>])[] = [
  ['demoted', ({ id }) => asAdmin('PUT', `/members/${id}`, { roles: [] })],
  ['disabled', ({ id }) => asAdmin('PUT', `/users/${id}/status`, { status: 'disabled' })],
  ['signed out everywhere', ({ id }) => asAdmin('DELETE', `/users/${id}/sessions`)],
  ['removed from the tenant', ({ id }) => asAdmin('DELETE', `/members/${id}`)],
  [
    'the holder of a token that was revoked',
    async ({ token }) => {
      const { clientId } = clientFor('console')
      const { status } = await fetch(`${platform().baseUrl}/oauth2/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, client_id: clientId }),
      })
      expect(status).toBe(200)
    },
  ],
]

it.each(ways)('a token is refused everywhere within 5 s when its user is %s', async (_how, act) => {
  const account = await createAccount('Somebody for a while')
  await asAdmin('PUT', `/members/${account.id}`, { roles: ['employee'] })
  const { accessToken: token } = await signIn(account)
  expect(await statusesOf(token)).toEqual(everywhere(200))
  await act({ ...account, token })
  const at = performance.now()
  await expect
    .poll(() => statusesOf(token), { timeout: withinMs, interval: 100 })
    .toEqual(everywhere(401))
  expect(performance.now() - at).toBeLessThan(withinMs)
})

it('the gateway knows what was revoked, too', async () => {
  const answer = await fetch(`${platform().baseUrl}/actuator/health`)
  expect(await answer.json()).toMatchObject({ components: { revocations: { status: 'UP' } } })
})
