import { papers } from '@countersign/service-kit/look'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastOf, readColour, themeOf } from './colours.ts'
import { readLogo } from './logo.ts'

const anyColour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('the colour of a tenant', () => {
  it('has the contrast that WCAG defines', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastOf('#1f4fd8', '#1f4fd8')).toBe(1)
  })

  it('[IAM-18] is readable in every theme, whatever it is', () => {
    fc.assert(
      fc.property(anyColour, fc.constantFrom(papers.light, papers.dark), (colour, paper) => {
        const { fill, ink, accent } = themeOf(colour, paper)
        expect(fill).toBe(colour)
        expect(contrastOf(fill, ink)).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(accent, paper)).toBeGreaterThanOrEqual(4.5)
        expect(readColour(accent)).toBe(accent)
      }),
    )
  })

  it('stays what it is where it is readable already', () => {
    expect(themeOf('#1f4fd8', papers.light).accent).toBe('#1f4fd8')
    expect(themeOf('#8fb0ff', papers.dark).accent).toBe('#8fb0ff')
  })

  it.each(['red', '#fff', '#12345g', '#1234567', '#123456;}', 'url(x)', ''])(
    'is not %j',
    (text) => {
      expect(readColour(text)).toBeUndefined()
    },
  )
})

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(33)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(bytes)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080020004001011100',
  'hex',
)

/** Segments with these marks, each as long as a frame header and of that size. */
const jpegOf = (...marks: readonly string[]) =>
  Buffer.from(`ffd8${marks.map((mark) => `ff${mark}0008080020004001`).join('')}`, 'hex')

function webp(kind: string, payload: string): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write('WEBP', 8, 'latin1')
  bytes.write(kind, 12, 'latin1')
  Buffer.from(payload, 'hex').copy(bytes, 20)
  return bytes
}

describe('a logo', () => {
  it.each([
    ['image/png', png(64, 32)],
    ['image/jpeg', jpeg],
    ['image/webp', webp('VP8 ', '0000009d012a40002000')],
    ['image/webp', webp('VP8L', '2f3fc00700')],
    ['image/webp', webp('VP8X', '000000003f00001f0000')],
  ])('is known as %s by its bytes', (type, bytes) => {
    expect(readLogo(bytes)).toEqual({ type, width: 64, height: 32 })
  })

  it.each([
    ['a vector image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an animation', Buffer.from('GIF89a@\u0000 \u0000')],
    ['nothing', Buffer.alloc(0)],
    ['a picture that unfolds', png(50_000, 50_000)],
    ['a picture without a size', png(0, 10)],
    ['a picture that breaks off', jpeg.subarray(0, 20)],
    ['a picture of one pixel too many', png(2_001, 10)],
    ['one that is too high', png(10, 2_001)],
    ['a PNG that breaks off', png(64, 32).subarray(0, 32)],
    [
      'a PNG whose header is not first',
      Buffer.from(png(64, 32).toString('latin1').replace('IHDR', 'tEXt'), 'latin1'),
    ],
    ['a PNG without its first byte', png(64, 32).fill(0, 0, 1)],
    ['a WebP that breaks off', webp('VP8 ', '0000009d012a40002000').subarray(0, 29)],
    ['a WebP of another kind', webp('VP9 ', '0000009d012a40002000')],
    [
      'another file in a RIFF',
      Buffer.from(
        webp('VP8 ', '0000009d012a40002000').toString('latin1').replace('WEBP', 'WAVE'),
        'latin1',
      ),
    ],
    ['a WebP that is in no RIFF', webp('VP8 ', '0000009d012a40002000').fill(0, 0, 4)],
    ['a JPEG without its mark', Buffer.from(jpeg).fill(0, 0, 1)],
    ['a JPEG with no more than its mark', Buffer.from([0xff, 0xd8, 0xff])],
    ['a JPEG of tables alone', jpegOf('c4', 'c8', 'cc', 'd0')],
    ['a JPEG with rubbish between its segments', jpegOf('e0', '00c0')],
  ])('[IAM-18] is not %s', (_name, bytes) => {
    expect(readLogo(bytes)).toBeUndefined()
  })

  it.each([
    ['the smallest', png(1, 1), 1],
    ['the largest', png(2_000, 2_000), 2_000],
  ])('may be %s', (_, bytes, side) => {
    expect(readLogo(bytes)).toEqual({ type: 'image/png', width: side, height: side })
  })

  it.each([
    ['after tables', jpegOf('c4', 'c8', 'cc', 'c0')],
    ['after bytes that fill', jpegOf('e0', 'ffffffc1')],
    ['of the last kind', jpegOf('cf')],
  ])('is a JPEG by its frame header %s', (_, bytes) => {
    expect(readLogo(bytes)).toEqual({ type: 'image/jpeg', width: 64, height: 32 })
  })

  it('is read from any bytes without failing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readLogo(Buffer.concat([Buffer.from([0xff, 0xd8]), bytes]))
        readLogo(Buffer.from(bytes))
      }),
    )
  })
})
