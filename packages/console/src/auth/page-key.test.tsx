import { beforeEach, describe, expect, it, vi } from 'vitest'
import { knowBrowser } from '../testing/identity.ts'
import { answer, callsOf, json } from '../testing/network.ts'

const path = '/api/bpm/v1/tasks'

/** A page as the gateway gives it, that was just loaded. */
async function loadPage(setting: string) {
  vi.resetModules()
  document.head.innerHTML = `<meta name="countersign-dpop" content="${setting}">`
  history.replaceState(null, '', '/console/inbox')
  const { startSession } = await import('./session.ts')
  const { authorizedFetch } = await import('./authorized-fetch.ts')
  await startSession()
  return authorizedFetch
}

const part = (text = '') =>
  JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>

function read(proof: string | null) {
  const [head, claims] = (proof ?? '').split('.')
  return { header: part(head), claims: part(claims) }
}

const sent = (method: string, to: string) => callsOf(method, to).map(({ headers }) => headers)

beforeEach(() => {
  sessionStorage.clear()
  knowBrowser()
  answer('get', path, () => json({}))
})

describe('where the operator wants tokens bound to a key', () => {
  it('proves with each request that the page has it, as when it asked for the token', async () => {
    const authorizedFetch = await loadPage('on')
    await authorizedFetch(new Request(`${path}?box=done`))
    await authorizedFetch(new Request(path))

    const [first, second] = sent('get', path)
    expect(first?.get('authorization')).toMatch(/^DPoP access-/)
    const { header, claims } = read(first?.get('dpop') ?? null)
    expect(claims).toMatchObject({ htm: 'GET', htu: `${location.origin}${path}` })
    const token = first?.get('authorization')?.slice('DPoP '.length) ?? ''
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
    const ath = btoa(String.fromCodePoint(...new Uint8Array(hash)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace('=', '')
    expect(claims['ath']).toBe(ath)
    const other = read(second?.get('dpop') ?? null)
    expect(other.header['jwk']).toEqual(header['jwk'])
    expect(other.claims['jti']).not.toBe(claims['jti'])

    const [asked] = sent('post', '/oauth2/token')
    const atToken = read(asked?.get('dpop') ?? null)
    expect(atToken.header['jwk']).toEqual(header['jwk'])
    expect(atToken.claims).toMatchObject({ htm: 'POST', htu: `${location.origin}/oauth2/token` })
    // The public key alone.
    expect(Object.keys(header['jwk'] as object).toSorted()).toEqual(['crv', 'kty', 'x', 'y'])
  })

  it('sends a request again with the nonce that a server asks for, and the same token', async () => {
    const authorizedFetch = await loadPage('on')
    let asked = false
    answer('get', path, () => {
      if (asked) return json({})
      asked = true
      const refusal = json({}, 401)
      refusal.headers.set('www-authenticate', 'DPoP error="use_dpop_nonce"')
      refusal.headers.set('dpop-nonce', 'n-1')
      return refusal
    })
    expect((await authorizedFetch(new Request(path))).status).toBe(200)
    const nonces = sent('get', path).map((headers) => read(headers.get('dpop')).claims['nonce'])
    expect(nonces).toEqual([undefined, 'n-1'])
    expect(sent('post', '/oauth2/token')).toHaveLength(1)
  })

  it('makes a proof for the call that a service makes with its token', async () => {
    const authorizedFetch = await loadPage('on')
    const { onward } = await import('./session.ts')
    await authorizedFetch(new Request(path, { headers: onward('/api/bpm/v1/process-instances') }))
    const { claims } = read(sent('get', path)[0]?.get('dpop-onward') ?? null)
    const htu = `${location.origin}/api/bpm/v1/process-instances`
    expect(claims).toMatchObject({ htm: 'POST', htu, ath: expect.any(String) })
  })

  it('has another key on another page, and keeps none', async () => {
    const keys: unknown[] = []
    for (let page = 0; page < 2; page += 1) {
      const authorizedFetch = await loadPage('on')
      await authorizedFetch(new Request(path))
      keys.push(read(sent('get', path).at(-1)?.get('dpop') ?? null).header['jwk'])
    }
    expect(keys[0]).not.toEqual(keys[1])
    expect({ ...localStorage }).toEqual({})
  })
})

it.each(['off', '__DPOP__'])('sends a bearer token where the setting is %s', async (setting) => {
  const authorizedFetch = await loadPage(setting)
  await authorizedFetch(new Request(path, { headers: { 'dpop-onward': path } }))
  const [headers] = sent('get', path)
  expect(headers?.get('authorization')).toMatch(/^Bearer access-/)
  expect(headers?.has('dpop')).toBe(false)
  expect(headers?.has('dpop-onward')).toBe(false)
  expect(sent('post', '/oauth2/token')[0]?.has('dpop')).toBe(false)
})
