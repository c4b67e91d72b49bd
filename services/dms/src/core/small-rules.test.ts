import { describe, expect, it } from 'vitest'
import { FAILURES, outcomeOf } from './audit-outcome.ts'
import { nameEntries } from './archive-names.ts'
import { decideRange, isIfMatchMet, matchesEtag } from './byte-range.ts'
import { cleanFileName } from './file-name.ts'
import { classifyFile, isPackage } from './file-kind.ts'
import {
  chooseMediaType,
  inertType,
  isTypeAllowed,
  mayShowInline,
  parseMediaType,
} from './media-type.ts'
import { partSizeOf } from './part-size.ts'
import {
  drawBytes,
  findLackingRight,
  findShareRefusal,
  findShareRest,
  passwordPauseSeconds,
} from './share.ts'
import { readPropertyFilter } from './property.ts'
import { readTerms, toTsQuery, wordsOf } from './search-terms.ts'
import { createSignedTokens } from './signed-token.ts'
import { toHunks } from './text-diff.ts'
import { parseDigest, parseMetadata } from './upload-fields.ts'
import { actionOfEvent, decideContent, endsApproval, type VersionState } from './version.ts'

describe('the audit', () => {
  it('says of each action whether it was done', () => {
    for (const action of FAILURES) expect(outcomeOf(action)).toBe('failure')
    expect(FAILURES).toContain('share.password_wrong')
    expect(outcomeOf('document.created')).toBe('success')
  })
})

describe('entity tags', () => {
  it.each([
    [undefined, true],
    ['*', true],
    [' * ', true],
    ['"abc"', true],
    ['"x", "abc"', true],
    ['W/"abc"', false],
    ['"ab"', false],
    ['abc', false],
  ])('[DMS-16] If-Match %s: %s', (header, expected) =>
    expect(isIfMatchMet(header, '"abc"')).toBe(expected),
  )

  it('[DMS-16] are in quotes', () => {
    expect(matchesEtag('abc', '"abc"')).toBe(false)
    expect(matchesEtag(' * ', '"abc"')).toBe(true)
    expect(matchesEtag('"xW/"', '"x"')).toBe(false)
  })
})

describe('byte ranges', () => {
  it('[DMS-16] are named at the beginning, and count with spaces around the tag', () => {
    expect(decideRange('xbytes=0-1', 9, '"a"', undefined)).toEqual({ kind: 'whole' })
    expect(decideRange(' bytes=0-1 ', 9, '"a"', ' "a" ').kind).toBe('part')
  })
})

describe('names in an archive', () => {
  it('[DMS-16] without an ending do not end in a space where they are cut', () => {
    const long = `${'文'.repeat(84)}x  yyyy`
    expect(nameEntries([long])).toEqual([`${'文'.repeat(84)}x`])
    expect(nameEntries(['a.b c', 'a.b c'])).toEqual(['a.b c', 'a.b c (2)'])
  })
})

describe('filters by a property', () => {
  it.each([
    [
      'paid:true',
      [
        { type: 'text', value: 'true' },
        { type: 'boolean', value: true },
      ],
    ],
    [
      'paid:false',
      [
        { type: 'text', value: 'false' },
        { type: 'boolean', value: false },
      ],
    ],
    ['paid:yes', [{ type: 'text', value: 'yes' }]],
    [
      'paid:-12.50',
      [
        { type: 'text', value: '-12.50' },
        { type: 'number', value: -12.5 },
      ],
    ],
    [
      'paid:1E3',
      [
        { type: 'text', value: '1E3' },
        { type: 'number', value: 1000 },
      ],
    ],
    [
      'paid:1e-10',
      [
        { type: 'text', value: '1e-10' },
        { type: 'number', value: 1e-10 },
      ],
    ],
    [
      'paid:1e+2',
      [
        { type: 'text', value: '1e+2' },
        { type: 'number', value: 100 },
      ],
    ],
    ['paid:1.', [{ type: 'text', value: '1.' }]],
    ['paid:x1', [{ type: 'text', value: 'x1' }]],
    ['paid:1x', [{ type: 'text', value: '1x' }]],
  ])('%s means %j', (filter, meanings) =>
    expect(readPropertyFilter(filter)).toEqual(meanings.map((paid) => ({ paid }))),
  )
})

describe('signed tokens', () => {
  it.each(['', 'x', '.', `a.${'b'.repeat(42)}`, `a b.${'b'.repeat(43)}`, `a.${'b'.repeat(43)}.c`])(
    '[DMS-06] of another shape are forged: %j',
    (token) => {
      const tokens = createSignedTokens([Buffer.alloc(32, 1).toString('base64url')])
      expect(tokens.verify('use', token, new Date(0))).toEqual({ valid: false, reason: 'forged' })
    },
  )
})

describe('header fields of uploads', () => {
  it('[DMS-04] keep each character of a value, and take nothing behind a digest', () => {
    const name = Buffer.from('\ufeffa').toString('base64')
    expect(parseMetadata(`filename ${name}`)?.get('filename')).toBe('\ufeffa')
    const digest = `sha-256=:${Buffer.alloc(32).toString('base64')}:`
    expect(parseDigest(digest)).toEqual(Buffer.alloc(32))
    expect(parseDigest(`${digest};a=b`)).toBeUndefined()
  })
})

describe('parts of an upload', () => {
  it.each([
    [0, 8_388_608],
    [83_886_080_000, 8_388_608],
    [83_886_080_001, 8_388_609],
    [1_000_000_000_000, 100_000_000],
  ])('of %i bytes have %i', (size, part) => expect(partSizeOf(size)).toBe(part))
})

describe('file names', () => {
  it.each([
    [`${'x'.repeat(254)}.`, 'x'.repeat(254)],
    ['x'.repeat(256), 'x'.repeat(255)],
    [`${'x'.repeat(300)}.${'y'.repeat(17)}`, 'x'.repeat(255)],
    [`${'x'.repeat(300)}.${'y'.repeat(16)}`, `${'x'.repeat(238)}.${'y'.repeat(16)}`],
    ['<a>:"b"|?*.txt', '_a___b____.txt'],
    ['com0', '_com0'],
    ['comx', 'comx'],
    ['my con', 'my con'],
    ['a/', 'unnamed'],
  ])('cleans %j', (name, expected) => expect(cleanFileName(name)).toBe(expected))
})

describe('kinds of files', () => {
  it.each([
    ['application/octet-stream', 'notes.TXT', { kind: 'text' }],
    ['application/zip', 'notes.txt', { kind: 'other' }],
    ['application/x-sh', 'a', { kind: 'text' }],
    ['application/ld+json', 'a', { kind: 'text' }],
    ['application/jsonp', 'a', { kind: 'other' }],
    ['x-text/plain', 'a', { kind: 'other' }],
    ['x-application/json', 'a', { kind: 'other' }],
    ['application/ld+jsonx', 'a', { kind: 'other' }],
    ['application/x-cfb', 'a.doc.bin', { kind: 'other' }],
    ['application/x-cfb', 'docx', { kind: 'other' }],
    ['image/heif', 'a', { kind: 'image', format: 'heif' }],
    ['text/rtf', 'a', { kind: 'office', extension: 'rtf' }],
  ])('%s named %s', (type, name, kind) => expect(classifyFile(type, name)).toEqual(kind))

  it('are archives of XML, or not', () => {
    expect(['docx', 'ods', 'doc', 'pdf'].map(isPackage)).toEqual([true, true, false, false])
  })
})

describe('media types', () => {
  it.each([
    [undefined, undefined],
    [' text/plain ', 'text/plain'],
    ['text/plain/x', undefined],
    ['a b/c', undefined],
    ['text/', undefined],
  ])('%j is %j', (text, type) => expect(parseMediaType(text)).toBe(type))

  it('of an office file are believed for a container alone', () => {
    const word = 'application/msword'
    expect(chooseMediaType('application/x-cfb', word)).toBe(word)
    expect(chooseMediaType('image/png', word)).toBe('image/png')
    expect(chooseMediaType('application/zip', 'text/html')).toBe('application/zip')
    expect(chooseMediaType('application/zip', 'x-application/msword')).toBe('application/zip')
    expect(chooseMediaType('application/zip', undefined)).toBe('application/zip')
  })

  it('are allowed by name or by their first half', () => {
    expect(isTypeAllowed('image/png', ['image/png'])).toBe(true)
    expect(isTypeAllowed('image/pngx', ['image/png'])).toBe(false)
    expect(isTypeAllowed('imagery/x', ['image/*'])).toBe(false)
    expect(isTypeAllowed('image/png', ['image/p'])).toBe(false)
    expect(isTypeAllowed('image/png', [])).toBe(false)
  })

  it('are shown in place where nothing runs', () => {
    const shown = ['image/avif', 'text/plain', 'video/webm', 'audio/wav', 'application/pdf']
    expect(shown.map(mayShowInline)).toEqual(shown.map(() => true))
    for (const type of ['text/plainer', 'x-image/png', 'text/javascript', 'application/xml'])
      expect(mayShowInline(type)).toBe(false)
  })

  it('are bytes where a page could run them', () => {
    const javascript =
      'application/ecmascript application/javascript application/x-ecmascript application/x-javascript ' +
      'text/ecmascript text/javascript text/javascript1.0 text/javascript1.5 text/jscript text/livescript ' +
      'text/x-ecmascript text/x-javascript'
    const runnable = [...javascript.split(' '), 'text/css', 'application/wasm']
    expect(new Set(runnable.map(inertType))).toEqual(new Set(['application/octet-stream']))
    for (const type of ['application/json', 'text/plain', 'text/javascript1.6', 'x-text/css'])
      expect(inertType(type)).toBe(type)
  })
})

describe('who makes a share', () => {
  const use = { allowDownload: true, allowPreview: true, watermark: false }
  const access = (rights: readonly string[], more: object = {}) => ({
    rights: new Set(rights as ['read']),
    seesContent: true,
    watermark: false,
    ...more,
  })
  const all = ['read', 'download', 'write', 'manage']

  it.each([
    ['nothing', use, access(all), undefined],
    ['the managing', use, access(['read', 'download', 'write']), 'manage'],
    ['the download', use, access(['read', 'manage']), 'download'],
    [
      'no download for one without',
      { ...use, allowDownload: false },
      access(['read', 'manage']),
      undefined,
    ],
    ['what is not marked', use, access(all, { watermark: true }), 'download'],
    [
      'nothing for one that is marked',
      { ...use, watermark: true },
      access(all, { watermark: true }),
      undefined,
    ],
    ['the reading', use, access(all, { seesContent: false }), 'read'],
  ])('[DMS-09] lacks %s', (_, given, has, lacking) =>
    expect(findLackingRight(has, given)).toBe(lacking),
  )

  it('[DMS-09] lets it rest with what they have lost', () => {
    const holder = { isActive: true, mayShare: true }
    expect(findShareRest(use, holder, access(all))).toBeUndefined()
    expect(findShareRest(use, { ...holder, isActive: false }, access(all))).toBe('account_inactive')
    expect(findShareRest(use, { ...holder, mayShare: false }, access(all))).toBe(
      'permission_missing',
    )
    expect(findShareRest(use, holder, access(['read']))).toBe('right_missing')
  })

  it('[DMS-09] leaves it open for ever where they say no end', () => {
    const endless = {
      validFrom: null,
      validUntil: null,
      maxDownloads: null,
      downloadCount: 9,
      viewCount: 9,
      revokedAt: null,
      allowDownload: true,
      allowPreview: true,
    }
    expect(findShareRefusal(endless, new Date())).toBeUndefined()
  })

  it('[DMS-09] slows a crowd that guesses later than one address', () => {
    expect([49, 50, 51].map((failures) => passwordPauseSeconds(failures, 'share'))).toEqual([
      0, 1, 2,
    ])
  })

  it('[DMS-09] counts another download when neither rest nor repeats suffice', () => {
    const credit = { bytesLeft: 40, repeatsLeft: 10 }
    expect(drawBytes(30, credit, 100)).toEqual({
      needsDownload: false,
      bytesLeft: 10,
      repeatsLeft: 10,
      repeatedBytes: 0,
    })
    expect(drawBytes(50, credit, 100)).toEqual({
      needsDownload: false,
      bytesLeft: 0,
      repeatsLeft: 0,
      repeatedBytes: 10,
    })
    expect(drawBytes(51, credit, 100)).toEqual({
      needsDownload: true,
      bytesLeft: 89,
      repeatsLeft: 10,
      repeatedBytes: 0,
    })
  })
})

describe('what is searched for', () => {
  it('is words, and unbroken runs of other scripts, some of them in texts', () => {
    expect(wordsOf('Plan, 采购合同 b plan')).toEqual(['plan', 'b', '采购合同'])
    const many = Array.from({ length: 40 }, (_, at) => `w${at}`).join(' ')
    expect(wordsOf(many)).toHaveLength(40)
    expect(toTsQuery(many)?.split(' & ')).toHaveLength(32)
  })
})

describe('what is found of a long text', () => {
  // Read piece by piece: no character of two code units may be parted, wherever a piece ends.
  it.each(['', '。'])('is each pair of rare characters, begun with %j', (before) => {
    const rare = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x2_00_00 + at))
    const reading = readTerms(before + rare.join(''))
    let read = reading.next()
    while (read.done !== true) read = reading.next()
    const pairs = rare.slice(1).map((next, at) => (rare[at] ?? '') + next)
    const found = new Set(read.value)
    expect(pairs.filter((pair) => !found.has(pair))).toEqual([])
    expect(read.value.filter((term) => !term.isWellFormed())).toEqual([])
  })
})

describe('lines that differ', () => {
  const patch = (...lines: readonly string[]) => ({ oldStart: 3, newStart: 4, lines })

  it('are the same, added or removed', () => {
    const hunks = toHunks([patch(' a', '-b', '+c', '\\ No newline at end of file')], 3)
    expect(hunks).toEqual([
      {
        fromLine: 3,
        toLine: 4,
        lines: [
          { change: 'same', text: 'a' },
          { change: 'removed', text: 'b' },
          { change: 'added', text: 'c' },
        ],
      },
    ])
  })

  it('end before a part that is too long, and are cut', () => {
    const [short, long] = [patch(' a', '+b'), patch(' c', '+d')]
    expect(toHunks([short, long], 4)).toHaveLength(2)
    expect(toHunks([short, long], 3)).toHaveLength(1)
    expect(toHunks([short], 1)).toEqual([])
    const [hunk] = toHunks([patch(`+${'x'.repeat(1_999)}\u{1f600}`)], 9)
    expect(hunk?.lines[0]?.text).toBe(`${'x'.repeat(1_999)}\ufffd`)
  })
})

describe('versions', () => {
  it.each([
    ['instance.returned', 'return', false],
    ['instance.resubmitted', 'resubmit', false],
    ['instance.approved', 'approve', true],
    ['instance.rejected', 'reject', true],
    ['instance.withdrawn', 'cancel', true],
  ] as const)('[DMS-13] %s means %s, and is the end: %s', (type, action, ends) => {
    expect(actionOfEvent(type, 'RUNNING')).toBe(action)
    expect(endsApproval(action)).toBe(ends)
  })

  it.each<[Partial<VersionState>, boolean, boolean]>([
    [{ scanStatus: 'ERROR', scanPolicy: 'BLOCK_INFECTED' }, true, true],
    [{ scanStatus: 'INFECTED', scanPolicy: 'BLOCK_INFECTED' }, true, false],
    [{ scanStatus: 'PENDING', scanPolicy: 'BLOCK_INFECTED' }, true, true],
    [{ scanStatus: 'PENDING', scanPolicy: 'BLOCK_INFECTED', scanResult: null }, true, true],
    [{ scanStatus: 'PENDING', scanPolicy: 'BLOCK_INFECTED', scanResult: 'Worm' }, true, false],
    [{ scanStatus: 'NOT_SCANNED', scanPolicy: 'REQUIRE_CLEAN' }, false, false],
    [{ scanStatus: 'NOT_SCANNED', scanPolicy: 'DEPLOYMENT' }, false, true],
    [{ scanStatus: 'ERROR', scanPolicy: 'DEPLOYMENT' }, false, false],
    [{ scanStatus: 'CLEAN', scanPolicy: 'REQUIRE_CLEAN' }, true, true],
  ])('[DMS-07] %j with a scanner (%s): %s', (more, isScanned, allowed) => {
    const version = { status: 'DRAFT', scanStatus: 'CLEAN', ...more } as const
    const reason = { allowed: false, reason: 'unsafe' }
    expect(decideContent(version, true, isScanned)).toEqual(allowed ? { allowed } : reason)
  })

  it('[DMS-07] that are archived say so', () => {
    const archived = { status: 'ARCHIVED', scanStatus: 'CLEAN' } as const
    expect(decideContent(archived, false, true)).toEqual({ allowed: false, reason: 'archived' })
  })
})
