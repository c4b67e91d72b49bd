import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForge, type Forge } from '../bench/forge.ts'
import { AuthError, createVerifier, type Verifier } from './index.ts'
import { createTestIssuer } from './testing.ts'

// One verifier for all of them, with its cache: what a token leaves behind must not help the next.
let forge: Forge
let verifier: Verifier
let good: string
beforeAll(async () => {
  forge = createForge(await createTestIssuer())
  verifier = createVerifier(forge.target)
  good = forge.token()
  await verifier.verify(good)
})
afterAll(() => forge.issuer.close())

/** Refused, by a documented error whose text gives nothing of the token away. */
async function expectRefused(token: unknown): Promise<void> {
  // An object may have a toString of its own that is none.
  const text = typeof token === 'string' ? token : typeof token
  // What the types forbid happens in JavaScript.
  const error = await verifier.verify(token as string).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error, text.slice(0, 2000)).toBeInstanceOf(AuthError)
  if (!(error instanceof AuthError)) return
  expect(error.code).toBe('auth.invalid_token')
  const words = [error.message, error.wwwAuthenticate, JSON.stringify(error.toProblem())].join(' ')
  for (const part of text.split('.')) {
    if (part.length > 12) expect(words).not.toContain(part)
  }
}

/** One that is known, so that the key set is not what is tested. */
const header = () => ({ alg: 'RS256', kid: forge.kid, typ: 'at+jwt' })

describe('what is not a good token is refused', () => {
  it('anything at all', async () => {
    await fc.assert(fc.asyncProperty(fc.anything(), expectRefused), { numRuns: 300 })
  })

  it('any text, any three parts', async () => {
    const part = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.base64String())
    const texts = fc.oneof(
      part,
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.')),
    )
    await fc.assert(fc.asyncProperty(texts, expectRefused), { numRuns: 500 })
  })

  it('[V9.1.1] a good token with any bit flipped', async () => {
    const flips = fc.tuple(fc.nat(), fc.nat(6))
    await fc.assert(
      fc.asyncProperty(flips, async ([position, bit]) => {
        const at = position % good.length
        const flipped = String.fromCharCode(good.charCodeAt(at) ^ (1 << bit))
        await expectRefused(good.slice(0, at) + flipped + good.slice(at + 1))
      }),
      { numRuns: 1000 },
    )
  })

  it('a good token cut short, or with a piece out of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 50 }), async (position, length) => {
        const at = position % good.length
        await expectRefused(good.slice(0, at))
        await expectRefused(good.slice(0, at) + good.slice(at + length))
      }),
      { numRuns: 500 },
    )
  })

  it('a good token with anything put into it', async () => {
    const junk = fc.oneof(
      fc.constantFrom(' ', '\n', '\t', '\r\n', '=', '==', '.', '..', '\0', '\u200B', '\uFEFF'),
      fc.constantFrom('%20', '+', '/', '\u212A', 'é', '\uD800', '\u{1F600}'),
      fc.string({ minLength: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(), junk, async (position, text) => {
        const at = position % (good.length + 1)
        await expectRefused(good.slice(0, at) + text + good.slice(at))
      }),
      { numRuns: 1000 },
    )
  })

  it('[V9.1.1] parts of good tokens put together anew', async () => {
    const originals = [good, forge.token(), forge.issuer.userToken()]
    const tokens = originals.map((token) => token.split('.'))
    const index = fc.nat(2)
    await fc.assert(
      fc.asyncProperty(index, index, index, async (a, b, c) => {
        const token = [tokens[a]?.[0], tokens[b]?.[1], tokens[c]?.[2]].join('.')
        fc.pre(!originals.includes(token))
        await expectRefused(token)
      }),
    )
  })

  it('any JSON as payload, well signed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (payload) => {
        await expectRefused(forge.sign(JSON.stringify(header()), payload))
      }),
      { numRuns: 200 },
    )
  })

  it('any JSON as header', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        await expectRefused(forge.sign(text, JSON.stringify(forge.claims())))
      }),
      { numRuns: 200 },
    )
  })

  it('good claims with any one of them of another kind', async () => {
    const names = fc.constantFrom('iss', 'exp', 'sub', 'client_id', 'aud')
    const value = fc.jsonValue().filter((given) => given !== null && typeof given !== 'number')
    await fc.assert(
      fc.asyncProperty(names, value, async (name, given) => {
        fc.pre(!((name === 'sub' || name === 'client_id') && typeof given === 'string' && given))
        await expectRefused(forge.token({ claims: { [name]: given } }))
      }),
      { numRuns: 200 },
    )
  })

  it('[V9.1.3] a good header with any embedded key or critical member', async () => {
    const names = fc.constantFrom('jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'zip')
    await fc.assert(
      fc.asyncProperty(names, fc.jsonValue(), async (name, given) => {
        await expectRefused(forge.token({ header: { [name]: given } }))
      }),
      { numRuns: 100 },
    )
  })
})

describe('what is good stays good', () => {
  it('with any further claims', async () => {
    const name = fc.string().filter((text) => !['__proto__', 'toString'].includes(text))
    const further = fc.dictionary(
      name.map((text) => `x-${text}`),
      fc.jsonValue({ maxDepth: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(further, async (claims) => {
        const text = JSON.stringify(claims)
        fc.pre(!text.includes('__proto__') && text.length < 8000)
        const caller = await verifier.verify(forge.token({ claims }))
        expect(caller.claims).toMatchObject(JSON.parse(text) as object)
      }),
      { numRuns: 100 },
    )
  })

  it('and nothing that was refused has spoiled it', async () => {
    await expect(verifier.verify(good)).resolves.toBeDefined()
  })
})
