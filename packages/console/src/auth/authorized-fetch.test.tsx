import { beforeEach, describe, expect, it } from 'vitest'
import { formOf, knowBrowser, tokensOf } from '../testing/identity.ts'
import { answer, callsOf, json, noAnswer } from '../testing/network.ts'
import { signInFirst } from '../testing/signed-in.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { SessionEnded } from './session.ts'

signInFirst()

const path = '/api/bpm/v1/tasks/batch'
const post = (init: RequestInit = {}) =>
  authorizedFetch(new Request(path, { method: 'POST', body: '{"a":1}', ...init }))

const tokensSent = () => callsOf('post', path).map(({ headers }) => headers.get('authorization'))

/** The service takes no token until it was renewed. */
function takeRenewed(times = 1) {
  let refused = 0
  answer('post', path, () => {
    refused += 1
    return refused > times ? json({}) : json({ code: 'iam.token_revoked' }, 401)
  })
}

beforeEach(() => knowBrowser())

describe('a request', () => {
  it('carries the token of who is signed in', async () => {
    answer('post', path, () => json({}))
    expect((await post()).status).toBe(200)
    expect(tokensSent()).toEqual([expect.stringMatching(/^Bearer access-\d+$/)])
  })

  it('is sent again, whole, with a new token when the old one is not taken', async () => {
    takeRenewed()
    expect((await post()).status).toBe(200)
    const [first, second] = tokensSent()
    expect(second).toMatch(/^Bearer access-/)
    expect(second).not.toBe(first)
    expect(callsOf('post', path).map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}'])
    const renewals = callsOf('post', '/oauth2/token').map((call) => formOf(call).get('grant_type'))
    expect(renewals).toEqual(['refresh_token'])
  })

  it('is not sent a third time', async () => {
    takeRenewed(5)
    expect((await post()).status).toBe(401)
    expect(tokensSent()).toHaveLength(2)
  })

  it.each([403, 404, 409, 500])('is not sent again after a %i', async (status) => {
    answer('post', path, () => json({}, status))
    expect((await post()).status).toBe(status)
    expect(tokensSent()).toHaveLength(1)
  })

  it('says that there was no answer', async () => {
    answer('post', path, noAnswer)
    await expect(post()).rejects.toMatchObject({ code: 'console.unreachable', status: 0 })
  })

  it('that nobody waits for any more is no fault of the network', async () => {
    const abort = new AbortController()
    answer('post', path, () => {
      abort.abort()
      return json({})
    })
    await expect(post({ signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('several requests at once', () => {
  it('share the renewal of a token that is taken no more', async () => {
    takeRenewed(3)
    await Promise.all([post(), post(), post()])
    expect(callsOf('post', '/oauth2/token')).toHaveLength(1)
    expect(new Set(tokensSent().slice(3)).size).toBe(1)
  })
})

describe('a token that cannot be renewed', () => {
  it('because the network is down is no end of the session', async () => {
    takeRenewed()
    answer('post', '/oauth2/token', noAnswer)
    await expect(post()).rejects.toMatchObject({ code: 'console.unreachable' })
  })

  it('because the identity service would not is its end', async () => {
    takeRenewed()
    answer('post', '/oauth2/token', () => json({ error: 'invalid_grant' }, 400))
    await expect(post()).rejects.toThrow(SessionEnded)
    // Whoever signs in again goes on.
    answer('post', '/oauth2/token', () => json(tokensOf({ sub: 'ann' })))
  })
})
