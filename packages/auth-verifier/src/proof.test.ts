import { generateKeyPairSync } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VerifierOptions } from './options.ts'
import { createProofMemory } from './proof-memory.ts'
import { createProofVerifier } from './proof-verifier.ts'
import {
  createTestIssuer,
  createTestProofKey,
  type TestIssuer,
  type TestProofKey,
} from './testing.ts'
import { createVerifier, type Verifier } from './verifier.ts'

const origin = 'https://api.example'
const url = `${origin}/expenses/1`

let issuer: TestIssuer
let key: TestProofKey
let other: TestProofKey
let token: string
let verifier: Verifier

beforeAll(async () => {
  issuer = await createTestIssuer()
  key = await createTestProofKey(issuer.now)
  other = await createTestProofKey(issuer.now)
})
afterAll(() => issuer.close())
beforeEach(() => {
  token = issuer.userToken({ sub: 'anna', claims: { cnf: { jkt: key.jkt } } })
  verifier = createVerifier({ ...issuer, publicOrigins: [origin] })
})

const possession = (proof: string) => ({ proof, method: 'GET', path: '/expenses/1?page=2' })
const present = (proof: string, of = token) => verifier.verify(of, possession(proof))
const prove = (change: Partial<Parameters<TestProofKey['prove']>[0]> = {}) =>
  key.prove({ method: 'GET', url, token, ...change })

describe('a token that is bound to a key', () => {
  it('is taken with a proof of that key', async () => {
    expect((await present(prove())).subject).toBe('anna')
    // A token that is remembered needs a proof no less.
    expect((await present(prove())).subject).toBe('anna')
  })

  it.each([
    ['another spelling', 'https://API.example:443/%65xpenses/./1'],
    ['a query and a fragment', `${url}?a=1#b`],
  ])('is taken where the proof names the address by %s', async (_name, htu) => {
    await present(prove({ url: htu }))
  })

  it('is taken at any of several origins, and at the path as it was asked for', async () => {
    const publicOrigins = ['https://old.example', `${origin}/base?x`]
    const { verify } = createVerifier({ ...issuer, publicOrigins })
    const at = (path: string, proof: string) => verify(token, { proof, method: 'GET', path })
    await at('/expenses/1', prove({ url: 'https://old.example/expenses/1' }))
    await at('/expenses/1#part', prove())
    await at('/a%2fb%c3%A9', prove({ url: `${origin}/a%2Fb%C3%a9` }))
    const elsewhere = at('/a/b', prove({ url: `${origin}/a%2Fb` }))
    await expect(elsewhere).rejects.toMatchObject({ reason: 'address' })
  })

  it.each([
    ['of the longest id', { jti: 'x'.repeat(256) }, {}],
    ['at the beginning of its time', { iat: 1_800_000_300 }, {}],
    ['at the end of its time', { iat: 1_799_999_700 }, {}],
    ['whose key says more than it has to', {}, { kid: 'k', use: 'sig' }],
  ])('is taken with a proof %s', async (_, claims, member) => {
    const now = () => 1_800_000_000_000
    const { verify } = createVerifier({ ...issuer, now, publicOrigins: [origin] })
    const times = { iat: 1_800_000_000, exp: 1_800_000_600 }
    const bound = issuer.userToken({ claims: { cnf: { jkt: key.jkt }, ...times } })
    const proof = prove({
      token: bound,
      claims: { iat: 1_800_000_000, ...claims },
      header: { jwk: { ...key.jwk, ...member } },
    })
    await expect(verify(bound, possession(proof))).resolves.toBeDefined()
  })

  it.each(['Ed25519', 'EdDSA'] as const)('is taken with a proof by %s of jose', async (alg) => {
    const { privateKey, publicKey } = await generateKeyPair('Ed25519')
    const jwk = await exportJWK(publicKey)
    const jkt = await calculateJwkThumbprint(jwk)
    const bound = issuer.userToken({ claims: { cnf: { jkt } } })
    const ath = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bound)),
    ).toString('base64url')
    const proof = await new SignJWT({ jti: 'x', htm: 'GET', htu: url, ath })
      .setIssuedAt(issuer.now() / 1000)
      .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk })
      .sign(privateKey)
    await present(proof, bound)
  })

  it('is no bearer token, where proofs are taken and where they are not', async () => {
    const refused = { code: 'auth.invalid_token', reason: 'bound', scheme: 'DPoP' }
    const plain = createVerifier(issuer)
    for (const { verify } of [verifier, plain]) {
      await expect(verify(token)).rejects.toMatchObject(refused)
      // And when it is remembered.
      await expect(verify(token)).rejects.toMatchObject(refused)
    }
    const proof = plain.verify(token, possession(prove()))
    await expect(proof).rejects.toMatchObject({ reason: 'not_taken' })
  })

  it.each([
    ['by a certificate', { 'x5t#S256': 'x' }],
    ['by more than a key', { jkt: 'x', 'x5t#S256': 'x' }],
    ['by nothing', {}],
    ['by a text', 'x'],
    ['by null', null],
  ])('is refused when it is bound %s', async (_name, cnf) => {
    const bound = issuer.userToken({ claims: { cnf } })
    await expect(verifier.verify(bound)).rejects.toMatchObject({ reason: 'bound' })
    const proof = key.prove({ method: 'GET', url, token: bound })
    await expect(present(proof, bound)).rejects.toMatchObject({ reason: 'binding' })
  })

  it('is read without a proof by who is asked about it', async () => {
    const { verify } = createVerifier({ ...issuer, acceptUnproven: true })
    expect((await verify(token)).claims['cnf']).toEqual({ jkt: key.jkt })
  })

  it('is challenged as such when it has expired', async () => {
    const expired = issuer.userToken({
      expiresInSeconds: -1,
      claims: { cnf: { jkt: key.jkt } },
    })
    const answer = present(prove({ token: expired }), expired)
    await expect(answer).rejects.toMatchObject({ reason: 'expired' })
    await expect(answer).rejects.toMatchObject({
      wwwAuthenticate: expect.stringMatching(/^DPoP error="invalid_token".*, algs="ES256 /),
    })
  })
})

it('takes no proof for a bearer token', async () => {
  const bearer = issuer.userToken()
  const proof = key.prove({ method: 'GET', url, token: bearer })
  await expect(present(proof, bearer)).rejects.toMatchObject({ reason: 'not_bound' })
})

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Each of the checks of RFC 9449 section 4.3, broken once; `proof` is made when the test runs. */
const hostile: readonly (readonly [string, string, () => string])[] = [
  ['1 two headers', 'malformed', () => `${prove()}, ${prove()}`],
  ['1 an empty header', 'malformed', () => ''],
  ['2 no JWT', 'malformed', () => 'proof'],
  ['2 a part too many', 'malformed', () => `${prove()}.x`],
  ['2 no JSON', 'malformed', () => `x.${prove().split('.').slice(1).join('.')}`],
  ['2 padding', 'malformed', () => `${prove()}=`],
  ['2 what is critical', 'malformed', () => prove({ header: { crit: ['x'], x: 1 } })],
  ['2 too long', 'malformed', () => prove({ claims: { jti: 'x'.repeat(9000) } })],
  ['3 no jti', 'claims', () => prove({ claims: { jti: undefined } })],
  ['3 an empty jti', 'claims', () => prove({ claims: { jti: '' } })],
  ['3 a long jti', 'claims', () => prove({ claims: { jti: 'x'.repeat(257) } })],
  ['3 no htm', 'claims', () => prove({ claims: { htm: undefined } })],
  ['3 no htu', 'claims', () => prove({ claims: { htu: undefined } })],
  ['3 no iat', 'claims', () => prove({ claims: { iat: undefined } })],
  ['3 an iat as text', 'claims', () => prove({ claims: { iat: '1' } })],
  ['4 no type', 'type', () => prove({ header: { typ: undefined } })],
  ['4 another type', 'type', () => prove({ header: { typ: 'JWT' } })],
  ['5 no algorithm', 'algorithm', () => prove({ header: { alg: undefined } })],
  ['5 none', 'algorithm', () => prove({ header: { alg: 'none' } })],
  ['5 a shared secret', 'algorithm', () => prove({ header: { alg: 'HS256' } })],
  ['5 RSA', 'algorithm', () => prove({ header: { alg: 'RS256' } })],
  ['5 an algorithm of another key', 'key', () => prove({ header: { alg: 'EdDSA' } })],
  ['5 a list of algorithms', 'algorithm', () => prove({ header: { alg: ['ES256'] } })],
  [
    '5 an algorithm of an Edwards curve’s key',
    'key',
    () => prove({ header: { jwk: { kty: 'OKP', crv: 'Ed25519', x: key.jwk['x'] } } }),
  ],
  ['6 another curve', 'key', () => prove({ header: { jwk: { ...key.jwk, crv: 'P-384' } } })],
  [
    '6 a curve that signs nothing',
    'key',
    () => prove({ header: { alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'X25519', x: key.jwk['x'] } } }),
  ],
  ['6 a key as text', 'key', () => prove({ header: { jwk: 'x' } })],
  [
    '6 a coordinate that is too long',
    'key',
    () => prove({ header: { jwk: { ...key.jwk, x: Buffer.alloc(33, 1).toString('base64url') } } }),
  ],
  [
    '6 a coordinate in another spelling',
    'key',
    () => prove({ header: { jwk: { ...key.jwk, x: `${String(key.jwk['x'])}=` } } }),
  ],
  ['6 no second coordinate', 'key', () => prove({ header: { jwk: { ...key.jwk, y: undefined } } })],
  ['6 no key', 'key', () => prove({ header: { jwk: undefined } })],
  [
    '6 a key of another kind',
    'key',
    () => prove({ header: { jwk: rsa().publicKey.export({ format: 'jwk' }) } }),
  ],
  [
    '6 a point off the curve',
    'key',
    () => prove({ header: { jwk: { ...key.jwk, y: key.jwk['x'] } } }),
  ],
  [
    '6 the wrong signature',
    'signature',
    () => {
      const [head, , tail] = prove().split('.')
      const claims = { jti: 'x', htm: 'GET', htu: url, iat: issuer.now() / 1000 }
      return [head, part(claims), tail].join('.')
    },
  ],
  [
    '6 the signature of another key',
    'signature',
    () => other.prove({ method: 'GET', url, token, header: { jwk: key.jwk } }),
  ],
  ['7 a private key', 'key', () => prove({ header: { jwk: { ...key.jwk, d: 'x' } } })],
  ['7 a shared key', 'key', () => prove({ header: { jwk: { ...key.jwk, k: 'x' } } })],
  ['8 another method', 'method', () => prove({ method: 'POST' })],
  ['8 the method in small letters', 'method', () => prove({ method: 'get' })],
  ['9 another path', 'address', () => prove({ url: `${origin}/expenses/2` })],
  ['9 another server', 'address', () => prove({ url: 'https://evil.example/expenses/1' })],
  ['9 a path alone', 'address', () => prove({ url: '/expenses/1' })],
  ['9 another scheme', 'address', () => prove({ url: 'http://api.example/expenses/1' })],
  ['9 a user name', 'address', () => prove({ url: 'https://a@api.example/expenses/1' })],
  ['11 of long ago', 'time', () => prove({ claims: { iat: issuer.now() / 1000 - 301 } })],
  ['11 of the future', 'time', () => prove({ claims: { iat: issuer.now() / 1000 + 301 } })],
  ['12 without a token', 'token', () => prove({ claims: { ath: undefined } })],
  [
    '12 for another token',
    'token',
    () => prove({ token: issuer.userToken({ claims: { cnf: { jkt: key.jkt } } }) }),
  ],
  ['12 of another key', 'binding', () => other.prove({ method: 'GET', url, token })],
]

describe('a proof that breaks check', () => {
  it.each(hostile)('%s is refused as %s', async (_name, reason, make) => {
    await expect(present(make())).rejects.toMatchObject({
      code: 'auth.invalid_dpop_proof',
      status: 401,
      reason,
      wwwAuthenticate: expect.stringMatching(/^DPoP error="invalid_dpop_proof", .*algs="ES256 /),
    })
  })
})

describe('a proof that comes again', () => {
  it('is refused, also at the same time', async () => {
    const proof = prove()
    const answers = await Promise.allSettled([present(proof), present(proof), present(proof)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(present(proof)).rejects.toMatchObject({ reason: 'replayed' })
    expect(verifier.proofCounts()).toEqual({ remembered: 1, replayed: 3 })
  })

  it('is refused until it is too old, and then forgotten', async () => {
    const proof = prove({ claims: { iat: issuer.now() / 1000 + 290 } })
    await present(proof)
    issuer.clock.advanceSeconds(589)
    await expect(present(proof)).rejects.toMatchObject({ reason: 'replayed' })
    issuer.clock.advanceSeconds(100)
    token = issuer.userToken({ claims: { cnf: { jkt: key.jkt } } })
    await present(prove())
    expect(verifier.proofCounts().remembered).toBe(1)
  })

  it('is refused where another process has seen it and they share a memory', async () => {
    const shared = createProofMemory({ now: issuer.now })
    const options = { ...issuer, publicOrigins: [origin], proofMemory: shared }
    const proof = possession(prove())
    await createVerifier(options).verify(token, proof)
    const again = createVerifier(options).verify(token, proof)
    await expect(again).rejects.toMatchObject({ reason: 'replayed' })
  })

  it('is never forgotten too soon: with no place left the next is put off', async () => {
    const proofMemory = createProofMemory({ max: 2, now: issuer.now })
    const { verify } = createVerifier({ ...issuer, publicOrigins: [origin], proofMemory })
    const first = possession(prove())
    await verify(token, first)
    await verify(token, possession(prove()))
    const next = verify(token, possession(prove()))
    await expect(next).rejects.toMatchObject({ status: 503, reason: 'proofs' })
    await expect(verify(token, first)).rejects.toMatchObject({ reason: 'replayed' })
  })

  it('takes the place of no other: who proves too often waits alone', async () => {
    const proofMemory = createProofMemory({ maxPerKey: 2, now: issuer.now })
    const { verify } = createVerifier({ ...issuer, publicOrigins: [origin], proofMemory })
    await verify(token, possession(prove()))
    await verify(token, possession(prove()))
    await expect(verify(token, possession(prove()))).rejects.toMatchObject({ status: 503 })
    const theirs = issuer.userToken({ sub: 'bert', claims: { cnf: { jkt: other.jkt } } })
    const proof = await other.prove({ method: 'GET', url, token: theirs })
    expect(await verify(theirs, possession(proof))).toMatchObject({ subject: 'bert' })
  })
})

describe('a proof at a token endpoint', () => {
  const path = '/oauth2/token'
  const prove = (change: object = {}) =>
    key.prove({ method: 'POST', url: origin + path, ...change })

  it('may be of any key, which it names, and is good once', async () => {
    const { verify, counts } = createProofVerifier({ publicOrigins: [origin] })
    const proof = prove({ claims: { iat: Date.now() / 1000 } })
    expect(await verify({ proof, method: 'POST', path })).toBe(key.jkt)
    const again = verify({ proof, method: 'POST', path })
    await expect(again).rejects.toMatchObject({ reason: 'replayed' })
    expect(counts()).toEqual({ remembered: 1, replayed: 1 })
  })

  it('is counted where it is remembered', async () => {
    const proofMemory = createProofMemory({ now: issuer.now })
    const options = { publicOrigins: [origin], proofMemory, now: issuer.now }
    const { verify, counts } = createProofVerifier(options)
    await verify({ proof: prove(), method: 'POST', path })
    expect([counts(), proofMemory.size()]).toEqual([{ remembered: 0, replayed: 0 }, 1])
  })
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '300'])(
  'refuses %s as the age of proofs',
  (maxProofAgeSeconds) => {
    const options = { ...issuer, publicOrigins: [origin], maxProofAgeSeconds } as VerifierOptions
    expect(() => createVerifier(options)).toThrow(
      new TypeError('maxProofAgeSeconds must be a number above 0'),
    )
  },
)

it.each([[['https://']], [['api.example']], [['data:x']]])('refuses %j as origins', (origins) => {
  const words = `publicOrigins: ${origins[0]} is no origin`
  expect(() => createVerifier({ ...issuer, publicOrigins: origins })).toThrow(new TypeError(words))
})
