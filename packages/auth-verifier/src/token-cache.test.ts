import { beforeAll, describe, expect, it } from 'vitest'
import { createTestIssuer } from './testing.ts'
import { createTokenCache, digestToken, type VerifiedToken } from './token-cache.ts'
import { createVerifier } from './verifier.ts'

const verified = (revision: number) => ({ goodAt: revision }) as VerifiedToken

describe('what verified tokens are remembered by', () => {
  it('is the text that was signed and its signature, both', () => {
    const cache = createTokenCache(10)
    cache.set('head.body.sign', verified(1))
    expect(cache.get('head.body.sign')).toEqual(verified(1))
    for (const other of [
      'head.bodY.sign',
      'head.body.sigN',
      'head.body.',
      'head.body',
      'sign',
      '',
      '.sign',
    ])
      expect(cache.get(other)).toBeUndefined()
  })

  it('forgets the one that was used longest ago', () => {
    const cache = createTokenCache(2)
    cache.set('a.a.1', verified(1))
    cache.set('b.b.2', verified(2))
    cache.get('a.a.1')
    cache.set('c.c.3', verified(3))
    expect(['a.a.1', 'b.b.2', 'c.c.3'].map((token) => cache.get(token)?.goodAt)).toEqual([
      1,
      undefined,
      3,
    ])
    cache.delete('a.a.1')
    expect(cache.get('a.a.1')).toBeUndefined()
  })

  it('takes one that was verified anew for the youngest', () => {
    const cache = createTokenCache(2)
    for (const token of ['a.a.1', 'b.b.2', 'a.a.1', 'c.c.3']) cache.set(token, verified(1))
    const kept = ['a.a.1', 'b.b.2', 'c.c.3'].filter((token) => cache.get(token) !== undefined)
    expect(kept).toEqual(['a.a.1', 'c.c.3'])
  })
})

it('names a token in a proof by its SHA-256, as RFC 9449 has it', () => {
  // FIPS 180-4, the example of one block.
  const hex = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(digestToken('abc')).toBe(Buffer.from(hex, 'hex').toString('base64url'))
})

describe('[AUTH-04] a signature that is remembered', () => {
  let issuer: Awaited<ReturnType<typeof createTestIssuer>>
  beforeAll(async () => {
    issuer = await createTestIssuer()
    return () => issuer.close()
  })

  it('makes nothing else good that stands before it', async () => {
    const { verify } = createVerifier(issuer)
    const token = issuer.userToken({ permissions: ['expense:read'] })
    await verify(token)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const more = Buffer.from(JSON.stringify({ ...claims, permissions: ['admin'] })).toString(
      'base64url',
    )
    const stranger = issuer.userToken({ permissions: ['expense:approve'] }).split('.')[1] ?? ''
    for (const forged of [`${header}.${more}.${signature}`, `${header}.${stranger}.${signature}`])
      await expect(verify(forged)).rejects.toMatchObject({ reason: 'signature' })
    await expect(verify(`${header}.${payload}.${signature.slice(0, -1)}`)).rejects.toThrow()
    expect((await verify(token)).permissions).toContain('expense:read')
  })
})
