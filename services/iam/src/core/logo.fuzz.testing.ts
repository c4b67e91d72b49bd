import assert from 'node:assert/strict'
import { maxLogoPixels, readLogo } from './logo.ts'

export const reads = 'logos: PNG, WebP, JPEG'
const header = (size: number, at: number, ...bytes: readonly number[]) => {
  const file = Buffer.alloc(size)
  file.set(bytes, at)
  return file
}
const png = header(
  33,
  0,
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  0,
  0,
  0,
  13,
  0x49,
  0x48,
  0x44,
  0x52,
  0,
  0,
  0,
  9,
  0,
  0,
  0,
  7,
)
const webp = (kind: string) => Buffer.from(`RIFF....WEBP${kind}${'\x01'.repeat(20)}`, 'latin1')
const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc0, 0, 11, 8, 0, 7, 0, 9, 1, 1, 0x11, 0,
])
export const seeds = [png, webp('VP8 '), webp('VP8L'), webp('VP8X'), jpeg]

/** Nothing is thrown, and what is taken for a picture is not larger than one may be. */
export function check(bytes: Buffer): void {
  const shape = readLogo(bytes)
  if (shape === undefined) return
  for (const side of [shape.width, shape.height]) {
    assert.ok(Number.isInteger(side) && side >= 1 && side <= maxLogoPixels)
  }
}
