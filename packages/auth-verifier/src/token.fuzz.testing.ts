import { toCaller } from './caller.ts'
import { checkClaims, checkTime, readBinding } from './claims.ts'
import { InvalidToken } from './errors.ts'
import { checkHeader, decodeBytes, decodeObject, splitToken } from './token.ts'

export const reads = 'access tokens: header, claims'
const now = 1_800_000_000
export const seeds = [
  `${JSON.stringify({ alg: 'RS256', kid: 'k', typ: 'at+jwt' })}\n${JSON.stringify({
    iss: 'https://id.example',
    aud: ['api'],
    sub: 'u',
    client_id: 'c',
    jti: 'j',
    iat: now - 10,
    exp: now + 600,
    scope: 'a b',
    permissions: ['p'],
    tenant_id: 't',
    grant_type: 'authorization_code',
    cnf: { jkt: 'x' },
  })}\n`,
  `${JSON.stringify({ alg: 'none', crit: ['b64'], b64: false, jwk: {} })}\n{"aud":1,"act":{"sub":"x"},"nonce":""}\n`,
  '{}\n{}\na.b.c',
]

const rules = {
  algorithms: ['RS256'],
  types: ['at+jwt', 'none'],
  issuer: 'https://id.example',
  audiences: ['api'],
  clockToleranceSeconds: 0,
  notBeforeToleranceSeconds: 30,
} as const

/** Nothing but {@link InvalidToken} is thrown, of what is done with a token beside its signature. */
export function check(bytes: Buffer): void {
  const [header = '', claims = '', token = ''] = bytes.toString('latin1').split('\n')
  attempt(() => checkHeader(rules, decode(header)))
  attempt(() => {
    const read = decode(claims)
    checkTime(checkClaims(rules, read), now * 1000)
    readBinding(read)
    toCaller(read)
  })
  attempt(() => {
    const parts = splitToken(token)
    decodeBytes(parts.signature)
    checkHeader(rules, decodeObject(parts.header))
    decodeObject(parts.payload)
  })
}

const decode = (text: string) => decodeObject(Buffer.from(text, 'latin1').toString('base64url'))

function attempt(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error
  }
}
