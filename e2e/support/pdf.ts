import { randomBytes } from 'node:crypto'

/**
 * A valid PDF of about the given size: one page, and an image stream of random bytes that no
 * transfer can compress away. The cross-reference table is exact (ISO 32000-1 section 7.5.4).
 */
export function makePdf(sizeBytes: number): Buffer {
  const side = Math.floor(Math.sqrt(sizeBytes))
  const pixels = randomBytes(side * side)
  const content = Buffer.from('q 500 0 0 700 50 50 cm /Im0 Do Q')
  const objects = [
    object(1, Buffer.from('<< /Type /Catalog /Pages 2 0 R >>')),
    object(2, Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')),
    object(
      3,
      Buffer.from(
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >> >>',
      ),
    ),
    object(4, stream('', content)),
    object(
      5,
      stream(
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        pixels,
      ),
    ),
  ]
  return assemble(objects)
}

const object = (number: number, body: Buffer) =>
  Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')])

const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

function assemble(objects: readonly Buffer[]): Buffer {
  const header = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')
  const offsets: number[] = []
  let position = header.length
  for (const part of objects) {
    offsets.push(position)
    position += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${position}\n%%EOF\n`
  return Buffer.concat([header, ...objects, Buffer.from(trailer)])
}
