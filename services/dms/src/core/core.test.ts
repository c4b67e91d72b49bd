import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRange, matchesEtag } from './byte-range.ts'
import { cleanFileName } from './file-name.ts'
import { chooseMediaType, isTypeAllowed, mayShowInline, parseMediaType } from './media-type.ts'
import { findShareRefusal, passwordPauseSeconds } from './share.ts'
import { actionOfEvent, decideContent, nextStatus, transitions } from './version.ts'

const etag = '"abc"'

describe('byte ranges', () => {
  it.each<[string | undefined, ReturnType<typeof decideRange>]>([
    [undefined, { kind: 'whole' }],
    ['bytes=0-0', { kind: 'part', range: { start: 0, end: 0 } }],
    ['bytes=10-', { kind: 'part', range: { start: 10, end: 99 } }],
    ['bytes=10-1000', { kind: 'part', range: { start: 10, end: 99 } }],
    ['bytes=-5', { kind: 'part', range: { start: 95, end: 99 } }],
    ['bytes=-500', { kind: 'part', range: { start: 0, end: 99 } }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=100-', { kind: 'unsatisfiable' }],
    ['bytes=5-4', { kind: 'whole' }],
    ['bytes=0-1,3-4', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=0-99999999999999999999', { kind: 'part', range: { start: 0, end: 99 } }],
    ['bytes=99999999999999999999-', { kind: 'unsatisfiable' }],
    ['bytes=+1-2', { kind: 'whole' }],
    ['bytes=0x1-2', { kind: 'whole' }],
    ['bytes=0-1-2', { kind: 'whole' }],
    ['BYTES=0-0', { kind: 'part', range: { start: 0, end: 0 } }],
  ])('[DMS-16] reads %s', (header, expected) => {
    expect(decideRange(header, 100, etag, undefined)).toEqual(expected)
  })

  it('[DMS-16] has nothing to cut of an empty file', () => {
    expect(decideRange('bytes=0-', 0, etag, undefined).kind).toBe('unsatisfiable')
    expect(decideRange('bytes=-1', 0, etag, undefined).kind).toBe('whole')
  })

  it('[DMS-16] never leaves the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1 }), (a, b, size) => {
        const decision = decideRange(`bytes=${a}-${b}`, size, etag, undefined)
        if (decision.kind !== 'part') return
        expect(decision.range.start).toBeLessThanOrEqual(decision.range.end)
        expect(decision.range.end).toBeLessThan(size)
      }),
    )
  })

  it('[DMS-16] gives the whole file when If-Range names another one', () => {
    expect(decideRange('bytes=0-1', 9, etag, '"old"')).toEqual({ kind: 'whole' })
    expect(decideRange('bytes=0-1', 9, etag, 'W/"abc"')).toEqual({ kind: 'whole' })
    expect(decideRange('bytes=0-1', 9, etag, etag).kind).toBe('part')
  })

  it.each([
    [undefined, false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['*', true],
    ['"ab"', false],
  ])('[DMS-16] If-None-Match %s', (header, expected) => {
    expect(matchesEtag(header, etag)).toBe(expected)
  })
})

describe('file names', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie_ x.txt'],
    ['..', 'unnamed'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['\ud800.txt', '\ufffd.txt'],
    ['...hidden', 'hidden'],
    [' . .hidden. . ', 'hidden'],
    ['a\u061cb\u2028c.txt', 'abc.txt'],
    ['a\u200bb\u2060c\u00ad.txt', 'abc.txt'],
    ['CON', '_CON'],
    ['C:\\nul.txt', '_nul.txt'],
    ['aux.pdf', '_aux.pdf'],
    ['n\u200bul', '_nul'],
    [`con${' '.repeat(300)}x`, '_con'],
    ['console.log', 'console.log'],
    ['\u{1f600}\u{1f468}\u200d\u{1f469}.png', '\u{1f600}\u{1f468}\u200d\u{1f469}.png'],
  ])('cleans %j to %j', (name, expected) => {
    expect(cleanFileName(name)).toBe(expected)
  })

  it('always gives a name that is no path and fits, and cleans it to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const clean = cleanFileName(name)
        expect([...clean].length).toBeGreaterThan(0)
        expect([...clean].length).toBeLessThanOrEqual(255)
        expect(clean).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]|^[.\s]|[.\s]$/u)
        expect(cleanFileName(clean)).toBe(clean)
      }),
    )
  })

  it('keeps the ending of a long name', () => {
    expect(cleanFileName(`${'x'.repeat(400)}.pdf`)).toMatch(/^x{251}\.pdf$/)
  })
})

describe('media types', () => {
  it('believes the bytes before the client', () => {
    expect(chooseMediaType('application/pdf', 'image/png')).toBe('application/pdf')
    expect(chooseMediaType(undefined, 'text/csv')).toBe('text/csv')
    expect(chooseMediaType(undefined, undefined)).toBe('application/octet-stream')
    const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    expect(chooseMediaType('application/zip', word)).toBe(word)
  })

  it('reads types and allow lists', () => {
    expect(parseMediaType('Text/HTML; charset=utf-8')).toBe('text/html')
    expect(parseMediaType('nonsense')).toBeUndefined()
    expect(isTypeAllowed('image/png', ['image/*'])).toBe(true)
    expect(isTypeAllowed('text/html', ['image/*', 'application/pdf'])).toBe(false)
    expect(isTypeAllowed('text/html', ['*/*'])).toBe(true)
  })

  it('shows nothing in place that can run script', () => {
    const active = ['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/xml']
    for (const type of [...active, 'application/xml', 'text/javascript'])
      expect(mayShowInline(type)).toBe(false)
    expect(mayShowInline('image/png')).toBe(true)
  })
})

describe('shares', () => {
  const share = {
    validFrom: new Date('2026-03-01T00:00:00Z'),
    validUntil: new Date('2026-03-03T00:00:00Z'),
    maxDownloads: 2,
    downloadCount: 0,
    viewCount: 0,
    revokedAt: null,
    allowDownload: true,
    allowPreview: true,
  }

  it.each([
    ['2026-02-28T23:59:59.999Z', {}, 'share_not_yet_valid'],
    ['2026-03-01T00:00:00.000Z', {}, undefined],
    ['2026-03-02T23:59:59.999Z', {}, undefined],
    ['2026-03-03T00:00:00.000Z', {}, 'share_expired'],
    ['2026-03-02T00:00:00.000Z', { downloadCount: 2 }, 'share_used_up'],
    ['2026-03-02T00:00:00.000Z', { viewCount: 2 }, undefined],
    ['2026-03-02T00:00:00.000Z', { viewCount: 2, allowDownload: false }, 'share_used_up'],
    ['2026-03-02T00:00:00.000Z', { downloadCount: 2, allowDownload: false }, undefined],
    ['2026-03-02T00:00:00.000Z', { revokedAt: new Date(0) }, 'share_revoked'],
  ])('[DMS-09] at %s with %o: %s', (now, change, expected) => {
    expect(findShareRefusal({ ...share, ...change }, new Date(now))).toBe(expected)
  })

  it('[DMS-09] slows wrong passwords more and more, never for ever', () => {
    expect(passwordPauseSeconds(4, 'address')).toBe(0)
    expect(passwordPauseSeconds(5, 'address')).toBe(1)
    expect(passwordPauseSeconds(8, 'address')).toBe(8)
    expect(passwordPauseSeconds(10_000, 'address')).toBe(900)
    expect(passwordPauseSeconds(20, 'share')).toBe(0)
  })
})

describe('version states', () => {
  it('[DMS-13] follows the approval', () => {
    expect(nextStatus('DRAFT', 'submit')).toBe('IN_APPROVAL')
    expect(nextStatus('IN_APPROVAL', 'return')).toBe('RETURNED')
    expect(nextStatus('RETURNED', 'resubmit')).toBe('IN_APPROVAL')
    expect(nextStatus('IN_APPROVAL', 'approve')).toBe('APPROVED')
    expect(nextStatus('APPROVED', 'publish')).toBe('PUBLISHED')
    expect(nextStatus('PUBLISHED', 'archive')).toBe('ARCHIVED')
  })

  it('[DMS-13] approves and publishes only from the state before', () => {
    for (const status of Object.keys(transitions) as (keyof typeof transitions)[]) {
      expect(nextStatus(status, 'approve') === undefined).toBe(status !== 'IN_APPROVAL')
      expect(nextStatus(status, 'publish') === undefined).toBe(status !== 'APPROVED')
    }
  })

  it('[DMS-13] knows what each event means', () => {
    expect(actionOfEvent('instance.approved', 'APPROVED')).toBe('approve')
    expect(actionOfEvent('instance.terminated', 'TERMINATED')).toBe('cancel')
    expect(actionOfEvent('task.created', 'RUNNING')).toBeUndefined()
    expect(actionOfEvent('instance.restored', 'RUNNING')).toBe('resubmit')
    expect(actionOfEvent('instance.restored', 'RETURNED')).toBe('return')
    expect(actionOfEvent('instance.restored', 'SUSPENDED')).toBeUndefined()
  })

  it('[DMS-07] lets no unsafe content out, and archived content only to its keepers', () => {
    const clean = { status: 'DRAFT', scanStatus: 'CLEAN' } as const
    expect(decideContent(clean, false, true).allowed).toBe(true)
    expect(decideContent({ ...clean, scanStatus: 'INFECTED' }, true, true).allowed).toBe(false)
    expect(decideContent({ ...clean, scanStatus: 'PENDING' }, true, true).allowed).toBe(false)
    expect(decideContent({ ...clean, scanStatus: 'ERROR' }, true, true).allowed).toBe(false)
    const unseen = { ...clean, scanStatus: 'NOT_SCANNED' } as const
    expect(decideContent(unseen, true, true).allowed).toBe(false)
    expect(decideContent(unseen, false, false).allowed).toBe(true)
    expect(decideContent({ ...clean, status: 'ARCHIVED' }, false, true).allowed).toBe(false)
    expect(decideContent({ ...clean, status: 'ARCHIVED' }, true, true).allowed).toBe(true)
  })
})
