export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface LogoShape {
  readonly type: LogoType
  readonly width: number
  readonly height: number
}

export const maxLogoBytes = 131_072
/** On each side: a small file may unfold into a picture that takes a browser down. */
export const maxLogoPixels = 2_000

/**
 * Finds out by its first bytes which image a file is, and how large; undefined for any other. What
 * the sender says it is plays no part. SVG is none of them: it can hold scripts.
 */
export function readLogo(bytes: Buffer): LogoShape | undefined {
  const shape = readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
  if (shape === undefined) return undefined
  const fits = [shape.width, shape.height].every((side) => side >= 1 && side <= maxLogoPixels)
  return fits ? shape : undefined
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

// PNG specification, section 11.2.1: IHDR comes first.
function readPng(bytes: Buffer): LogoShape | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(pngStart)) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

// RFC 9649, section 2: RIFF container, then one of three kinds of picture.
function readWebp(bytes: Buffer): LogoShape | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return undefined
  const type = 'image/webp'
  switch (text(12, 16)) {
    case 'VP8 ':
      return {
        type,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

// ITU-T T.81, annex B: segments up to the frame header, which has the size.
function readJpeg(bytes: Buffer): LogoShape | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return undefined
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
    } else if (isFrameHeader(marker)) {
      return {
        type: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      }
    } else {
      at += 2 + bytes.readUInt16BE(at + 2)
    }
  }
  return undefined
}

// SOF0 to SOF15 without the tables and the extension that stand among them.
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
