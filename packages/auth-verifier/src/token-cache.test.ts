import { beforeAll, describe, expect, it } from 'vitest'
import { createTestIssuer } from './testing.ts'
import { createTokenCache, type VerifiedToken } from './token-cache.ts'
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
