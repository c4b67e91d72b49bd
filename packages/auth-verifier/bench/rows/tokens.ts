import { createHmac } from 'node:crypto'
import { encode } from '../forge.ts'
import { type Forge, type Row, tokenRow } from './row.ts'

const HOUR = 3600
const nowSeconds = () => Math.floor(Date.now() / 1000)

const good: readonly Row[] = [
  tokenRow('accepts', 'a user token', (forge) => forge.token()),
  tokenRow('accepts', '`scope` as an array', (forge) =>
    forge.token({ claims: { scope: ['openid', 'profile'] } }),
  ),
  tokenRow('accepts', '`aud` as an array', (forge) =>
    forge.token({ claims: { aud: ['other', forge.target.audience] } }),
  ),
  tokenRow('accepts', '`typ: JWT`', (forge) => forge.token({ header: { typ: 'JWT' } })),
  tokenRow('accepts', 'no `typ`', (forge) => forge.token({ header: { typ: undefined } })),
  tokenRow('accepts', '`typ: application/at+jwt`', (forge) =>
    forge.token({ header: { typ: 'application/at+jwt' } }),
  ),
]

const refuseClaims = (name: string, claims: () => Readonly<Record<string, unknown>>) =>
  tokenRow('refuses', name, (forge) => forge.token({ claims: claims() }))

const claims: readonly Row[] = [
  refuseClaims('expired', () => ({ exp: nowSeconds() - 1 })),
  refuseClaims('no `exp`', () => ({ exp: undefined })),
  refuseClaims('`exp` as text', () => ({ exp: String(nowSeconds() + HOUR) })),
  tokenRow('refuses', '`exp: 1e400`, which parses as infinity', (forge) =>
    signWith(forge, (text) => text.replace(/"exp":\d+/, '"exp":1e400')),
  ),
  refuseClaims('`nbf` an hour ahead', () => ({ nbf: nowSeconds() + HOUR })),
  refuseClaims('`iat` an hour ahead', () => ({
    iat: nowSeconds() + HOUR,
    exp: nowSeconds() + 2 * HOUR,
  })),
  refuseClaims('another `iss`', () => ({ iss: 'https://other.example' })),
  tokenRow('refuses', '`iss` with a slash more', (forge) =>
    forge.token({ claims: { iss: `${forge.target.issuer}/` } }),
  ),
  refuseClaims('another `aud`', () => ({ aud: 'other' })),
  refuseClaims('no `aud`', () => ({ aud: undefined })),
  refuseClaims('no `sub`', () => ({ sub: undefined })),
  refuseClaims('no `client_id`', () => ({ client_id: undefined })),
  refuseClaims('no `jti`', () => ({ jti: undefined })),
  refuseClaims('no `iat`', () => ({ iat: undefined })),
  refuseClaims('`scope` as a number', () => ({ scope: 1 })),
  refuseClaims('`scope` as an array with a space in one', () => ({ scope: ['a b'] })),
  refuseClaims('`permissions` as text', () => ({ permissions: 'expense:start' })),
  refuseClaims('a permission that spells a scope', () => ({ permissions: ['SCOPE_iam.internal'] })),
  tokenRow('refuses', 'an ID token', (forge) =>
    forge.token({
      header: { typ: 'JWT' },
      claims: { nonce: 'n', at_hash: 'h', client_id: undefined, grant_type: undefined },
    }),
  ),
  refuseClaims('`token_use: id`', () => ({ token_use: 'id' })),
  tokenRow('refuses', 'a logout token', (forge) =>
    forge.token({
      header: { typ: 'logout+jwt' },
      claims: { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
    }),
  ),
  tokenRow('refuses', 'a logout token without `typ`', (forge) =>
    forge.token({ header: { typ: undefined }, claims: { events: { logout: {} } } }),
  ),
]

const refuseHeader = (name: string, header: Readonly<Record<string, unknown>>) =>
  tokenRow('refuses', name, (forge) => forge.token({ header }))

const headers: readonly Row[] = [
  tokenRow('refuses', '`alg: none`, no signature', (forge) => {
    const header = encode(JSON.stringify({ alg: 'none', kid: forge.kid }))
    return `${header}.${encode(JSON.stringify(forge.claims()))}.`
  }),
  tokenRow('refuses', '`alg: HS256` with the public key as secret', signWithPublicKey),
  refuseHeader('`alg: RS384` with a key for RS256', { alg: 'RS384' }),
  refuseHeader('an unknown `crit` header', { crit: ['x'], x: 1 }),
  refuseHeader('`crit` as text', { crit: 'x' }),
  refuseHeader('a key in the header (`jwk`)', { jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }),
  refuseHeader('an address of keys in the header (`jku`)', { jku: 'https://other.example/keys' }),
  refuseHeader('no `kid`', { kid: undefined }),
  refuseHeader('`kid` as a number', { kid: 7 }),
  refuseHeader('`typ: secevent+jwt`', { typ: 'secevent+jwt' }),
]

const forms: readonly Row[] = [
  tokenRow('refuses', 'a changed payload', (forge) => {
    const [header, , signature] = forge.token().split('.')
    return `${header}.${encode(JSON.stringify(forge.claims({ sub: 'admin' })))}.${signature}`
  }),
  tokenRow('refuses', 'a member twice in the payload', (forge) =>
    signWith(forge, (text) => text.replace('{', '{"tenant_id":"other",')),
  ),
  tokenRow('refuses', 'a member twice in the header', (forge) =>
    forge.sign(`{"alg":"none","alg":"RS256","kid":"${forge.kid}"}`, JSON.stringify(forge.claims())),
  ),
  tokenRow('refuses', 'a member `__proto__`', (forge) =>
    signWith(forge, (text) => text.replace('{', '{"__proto__":{"admin":true},')),
  ),
  tokenRow('refuses', 'a payload that is not UTF-8', (forge) =>
    forge.sign(
      headerText(forge),
      Buffer.from(JSON.stringify(forge.claims({ name: 'é' })), 'latin1'),
    ),
  ),
  tokenRow('refuses', 'a payload nested 5,000 deep', (forge) =>
    signWith(forge, (text) => text.replace('{', `{"x":${'['.repeat(5000)}${']'.repeat(5000)},`)),
  ),
  tokenRow('refuses', 'a payload of 1 MB', (forge) =>
    forge.token({ claims: { x: 'x'.repeat(1_000_000) } }),
  ),
  tokenRow('refuses', 'a space before', (forge) => ` ${forge.token()}`),
  tokenRow('refuses', 'a line break after', (forge) => `${forge.token()}\n`),
  tokenRow('refuses', 'padding after the signature', (forge) => `${forge.token()}==`),
  tokenRow('refuses', 'a fourth part', (forge) => `${forge.token()}.e30`),
  tokenRow('refuses', 'no signature', (forge) => forge.token().replace(/[^.]+$/, '')),
  tokenRow('refuses', 'a last character with stray bits', (forge) => strayBits(forge.token())),
  tokenRow('refuses', 'a foreign character in the signature', (forge) => {
    const token = forge.token()
    return `${token.slice(0, -9)}*${token.slice(-9)}`
  }),
  tokenRow('refuses', 'the signature in the standard alphabet', (forge) => {
    const [header, payload, signature = ''] = tokenWithDash(forge).split('.')
    return `${header}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}`
  }),
]

function headerText({ kid }: Forge): string {
  return JSON.stringify({ alg: 'RS256', kid, typ: 'at+jwt' })
}

function signWith(forge: Forge, change: (payload: string) => string): string {
  return forge.sign(headerText(forge), change(JSON.stringify(forge.claims())))
}

function signWithPublicKey(forge: Forge): string {
  const secret = forge.publicKey.export({ format: 'pem', type: 'spki' })
  const signed = [{ alg: 'HS256', kid: forge.kid }, forge.claims()]
    .map((part) => encode(JSON.stringify(part)))
    .join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 256 bytes leave four unused bits in the last character; a lenient decoder ignores them. */
function strayBits(token: string): string {
  const last = ALPHABET.indexOf(token.slice(-1))
  return token.slice(0, -1) + ALPHABET.charAt(last ^ 1)
}

function tokenWithDash(forge: Forge): string {
  for (;;) {
    const token = forge.token()
    if (/[-_]/.test(token.slice(token.lastIndexOf('.')))) return token
  }
}

export const tokenRows = { good, claims, headers, forms }
