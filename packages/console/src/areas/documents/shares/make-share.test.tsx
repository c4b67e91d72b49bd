import { describe, expect, it } from 'vitest'
import { answer, callsOf, json } from '../../../testing/network.ts'
import { refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { emptyShare, makeShare, toShareBody } from './make-share.ts'

signInFirst()

const path = '/api/dms/documents/{documentId}/shares'

describe('what is asked for', () => {
  it('is a preview with a download, and no limit that was not set', () => {
    expect(toShareBody(emptyShare)).toEqual({
      allowPreview: true,
      allowDownload: true,
      watermark: false,
    })
  })

  it.each([
    ['a name without the spaces around it', { name: ' Board ' }, { name: 'Board' }],
    ['a password as it was typed', { password: ' secret ' }, { password: ' secret ' }],
    ['a number of downloads', { maxDownloads: '3' }, { maxDownloads: 3 }],
    ['no number that is none', { maxDownloads: 'many' }, {}],
    [
      'what is watermarked as pictures alone',
      { watermark: true },
      { watermark: true, allowDownload: false },
    ],
    [
      'a moment by the clock of who shares',
      { validUntil: '2026-11-30T17:00' },
      { validUntil: new Date(2026, 10, 30, 17).toISOString() },
    ],
  ])('is %s', (_, changes, said) => {
    const plain = { allowPreview: true, allowDownload: true, watermark: false }
    expect(toShareBody({ ...emptyShare, ...changes })).toEqual({ ...plain, ...said })
  })
})

describe('making a share', () => {
  it('gives its address', async () => {
    answer('post', path, () => json({ id: 's-1', token: 't-1' }, 201))
    expect(await makeShare('d-1', emptyShare)).toMatchObject({ token: 't-1' })
  })

  it('ends one whose address was lost on the way, and makes another', async () => {
    let made = 0
    answer('post', path, () => {
      made += 1
      // Asked again with the same key, the service gives the share without its token.
      return made === 1 ? json({ id: 's-1' }, 200) : json({ id: 's-2', token: 't-2' }, 201)
    })
    answer('delete', `${path}/{shareId}`, () => new Response(null, { status: 204 }))
    expect(await makeShare('d-1', emptyShare)).toMatchObject({ id: 's-2', token: 't-2' })
    const ended = callsOf('delete', `${path}/{shareId}`).map(({ url }) => url.pathname)
    expect(ended).toEqual(['/api/dms/documents/d-1/shares/s-1'])
    const keys = callsOf('post', path).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('says why it was refused', async () => {
    refuse('post', path, { code: 'dms.forbidden', status: 403 })
    await expect(makeShare('d-1', emptyShare)).rejects.toMatchObject({ code: 'dms.forbidden' })
  })
})
