import { answer, callsOf, json, type Call } from './network.ts'

export const me = { id: '0199f0a2-4d1c-7aa0-8000-000000000011', tenantId: 't-1' } as const

interface Person {
  readonly sub: string
  /** How long its tokens are good for. */
  readonly lifeSeconds?: number
}

const encode = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

let number = 0

/** The tokens that a person is given; each time others. */
export function tokensOf({ sub, lifeSeconds = 600 }: Person) {
  number += 1
  const nowSeconds = Math.floor(Date.now() / 1000)
  const claims = { sub, iss: location.origin, aud: 'countersign-console', iat: nowSeconds }
  const idToken = [{ alg: 'none' }, { ...claims, exp: nowSeconds + lifeSeconds }].map(encode)
  return {
    access_token: `access-${number}`,
    refresh_token: `refresh-${number}`,
    id_token: `${idToken.join('.')}.`,
    token_type: 'Bearer',
    expires_in: lifeSeconds,
    scope: 'openid profile email',
  }
}

/** The identity service knows this browser: a code comes at once, and tokens for it. */
export function knowBrowser(person: Person = { sub: me.id }): void {
  answer('get', '/oauth2/authorize', ({ url }) => {
    const state = url.searchParams.get('state') ?? ''
    return arrivedAt(`${location.origin}/console/callback?code=c&state=${state}`)
  })
  answer('post', '/oauth2/token', () => json(tokensOf(person)))
}

/** It does not: whoever asks is to sign in on a page. */
export function forgetBrowser(): void {
  answer('get', '/oauth2/authorize', ({ url }) => {
    const state = url.searchParams.get('state') ?? ''
    return arrivedAt(`${location.origin}/console/callback?error=login_required&state=${state}`)
  })
}

/** Where a request ended that followed its redirects. */
function arrivedAt(url: string): Response {
  const response = new Response('')
  Object.defineProperty(response, 'url', { value: url })
  return response
}

/** What the tokens were asked for with, in order. */
export const grants = (): readonly (string | null)[] =>
  callsOf('post', '/oauth2/token').map((call) => formOf(call).get('grant_type'))

export const formOf = ({ body }: Call): URLSearchParams => new URLSearchParams(String(body))
