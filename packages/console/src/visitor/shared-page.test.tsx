import { screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { answer, callsOf } from '../testing/network.ts'
import { show, speak } from '../testing/page.tsx'
import { buttons, fill, press, says } from '../testing/person.ts'
import { askedOf, give, refuse } from '../testing/services.ts'
import { SharedPage } from './shared-page.tsx'
import type { Shared } from './shares.ts'

beforeAll(() => speak('en', 'visitor'))
afterEach(() => vi.restoreAllMocks())

const path = '/api/dms/shares/{token}'
const share: Shared = {
  title: 'Plan',
  fileName: 'plan.txt',
  contentType: 'text/plain',
  sizeBytes: 1500,
  versionNo: 2,
  sha256: null,
  allowDownload: true,
  allowPreview: true,
  watermark: false,
  passwordRequired: false,
  validUntil: null,
  preview: null,
}
const openPage = () => show(<SharedPage token="tok" />)
const ticket = (seconds: number) => ({
  ticket: 'tick',
  expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
})

describe('what was shared', () => {
  it('is shown to whoever has its address, without signing in', async () => {
    give('get', path, share)
    await openPage()
    await screen.findByText('Plan')
    expect(says('plan.txt · 1.5 kB')).toBe(true)
    expect(document.title).toBe('Plan · Countersign')
    expect(askedOf('get', path)[0]?.headers.has('authorization')).toBe(false)
  })

  it('may be read only', async () => {
    give('get', path, { ...share, allowDownload: false })
    await openPage()
    await screen.findByText('It can be read here, and not be downloaded.')
    expect(buttons('Download')).toEqual([])
  })

  it('is downloaded by an address, when that is still possible', async () => {
    give('get', path, share)
    answer('head', '/api/dms/shares/{token}/content', () => new Response(null))
    const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await openPage()
    await screen.findByText('Plan')
    await press('Download')
    await expect.poll(() => left.mock.calls.flat()).toEqual(['/api/dms/shares/tok/content'])
  })

  it('that ended meanwhile says so in place of leading to a problem', async () => {
    give('get', path, share)
    answer('head', '/api/dms/shares/{token}/content', () => new Response(null, { status: 410 }))
    const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await openPage()
    await screen.findByText('Plan')
    refuse('get', path, { code: 'dms.share_used_up', status: 410 })
    await press('Download')
    await screen.findByText('This share has been used as often as it may')
    expect(left).not.toHaveBeenCalled()
  })

  it.each([
    ['dms.not_found', 404, 'There is nothing at this address'],
    ['dms.share_revoked', 410, 'This share has been ended'],
    ['dms.share_expired', 410, 'This share has expired'],
    ['dms.share_resting', 410, 'This share rests'],
    ['dms.share_not_yet_valid', 403, 'Come back later.'],
  ])('that is closed by %s says why', async (code, status, words) => {
    refuse('get', path, { code, status })
    await openPage()
    await screen.findByText(words)
    expect(says(code)).toBe(true)
  })
})

describe('a share with a password', () => {
  const guarded = { ...share, passwordRequired: true }
  const unlock = '/api/dms/shares/{token}/unlock'

  it('shows nothing of the file before it was given, and the file by its ticket afterwards', async () => {
    give('get', path, { ...guarded, preview: { status: 'READY', contentType: 'text/plain' } })
    answer(
      'get',
      '/api/dms/shares/{token}/preview',
      () => new Response('The plan itself', { headers: { 'content-type': 'text/plain' } }),
    )
    give('post', unlock, ticket(600))
    await openPage()
    await screen.findByText('Plan')
    expect(buttons('Download')).toEqual([])
    expect(callsOf('get', '/api/dms/shares/{token}/preview')).toHaveLength(0)
    fill('Password', 'sesame')
    await press('Open')
    await screen.findByText('The plan itself')
    expect(askedOf('post', unlock)[0]?.body).toEqual({ password: 'sesame' })
    const [preview] = callsOf('get', '/api/dms/shares/{token}/preview')
    expect(preview?.url.searchParams.get('ticket')).toBe('tick')
    expect(buttons('Download')).toHaveLength(1)
  })

  it.each([
    ['dms.share_password_wrong', 'This is not the password.'],
    ['dms.share_throttled', 'Too many tries. Wait a while, then try again.'],
  ])('says of %s in words what it means', async (code, words) => {
    give('get', path, guarded)
    refuse('post', unlock, { code, status: 403 })
    await openPage()
    await screen.findByText('Plan')
    fill('Password', 'guess')
    await press('Open')
    await screen.findByText(words)
    expect(says(code)).toBe(false)
  })

  it('asks for it again when the ticket has ended', async () => {
    give('get', path, guarded)
    give('post', unlock, ticket(0.05))
    await openPage()
    await screen.findByText('Plan')
    fill('Password', 'sesame')
    await press('Open')
    await expect.poll(() => callsOf('post', unlock).length).toBe(1)
    await screen.findByText('Whoever sent you the address knows it.')
    expect(buttons('Download')).toEqual([])
  })

  it('lets who reads go on when the ticket has ended, as the same visitor', async () => {
    give('get', path, { ...guarded, preview: { status: 'READY', contentType: 'text/plain' } })
    const preview = '/api/dms/shares/{token}/preview'
    const text = { headers: { 'content-type': 'text/plain' } }
    answer('get', preview, () => new Response('The plan itself', text))
    give('post', unlock, ticket(0.05))
    await openPage()
    await screen.findByText('Plan')
    fill('Password', 'sesame')
    await press('Open')
    await screen.findByText('The plan itself')
    await screen.findByText('Whoever sent you the address knows it.')
    expect([says('The plan itself'), buttons('Download')]).toEqual([true, []])
    fill('Password', 'sesame')
    await press('Open')
    await expect.poll(() => callsOf('post', unlock).length).toBe(2)
    const sent = callsOf('post', unlock).map(({ headers }) => headers.get('share-ticket'))
    expect(sent).toEqual([null, 'tick'])
  })
})

describe('the preview', () => {
  it.each([
    ['is waited for', { status: 'PENDING' }, 'The preview is being made …'],
    [
      'is missing where there can be none',
      { status: 'UNSUPPORTED' },
      'There is no preview of this file',
    ],
    ['is missing where it could not be made', { status: 'FAILED' }, 'Download it to read it.'],
  ] as const)('%s', async (_, preview, words) => {
    give('get', path, { ...share, preview })
    await openPage()
    await screen.findByText(words)
  })

  it('of several pages shows the one that is asked for', async () => {
    give('get', path, {
      ...share,
      preview: { status: 'READY', contentType: 'application/pdf', pageCount: 3 },
    })
    answer(
      'get',
      '/api/dms/shares/{token}/preview',
      () =>
        new Response(new Blob(['png'], { type: 'image/png' }), {
          headers: { 'content-type': 'image/png' },
        }),
    )
    await openPage()
    await expect
      .poll(() => document.querySelector('img[alt^="plan.txt"]')?.getAttribute('alt'))
      .toBe('plan.txt, Page 1')
    await press('Page 3')
    await expect
      .poll(() => document.querySelector('img[alt^="plan.txt"]')?.getAttribute('alt'))
      .toBe('plan.txt, Page 3')
    const pages = callsOf('get', '/api/dms/shares/{token}/preview').map(({ url }) =>
      url.searchParams.get('page'),
    )
    expect(pages).toEqual(['1', '3'])
  })
})
