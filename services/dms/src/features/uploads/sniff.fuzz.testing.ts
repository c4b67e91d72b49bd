import assert from 'node:assert/strict'
import { parseMediaType } from '../../core/media-type.ts'
import { Sniffer } from './sniff-type.ts'

export const reads = 'the first bytes of files: MP3, JPEG, zip, PDF and more'
export const mostBytes = 5000
export const tries = 3000
const zip = (name: string) =>
  Buffer.concat([
    Buffer.from('504b0304140000000000000000000000000000000000000000000900000', 'hex'),
    Buffer.from([0]),
    Buffer.from(name),
  ])
export const seeds = [
  Buffer.from('ID3\x04\0\0\0\0\0\x0aTIT2\0\0\0\x02\0\0\0a\xff\xfb\x90\0', 'latin1'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 16, 0x45, 0x78, 0x69, 0x66, 0, 0]),
  Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1'),
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  zip('mimetype'),
  Buffer.from('RIFF....WEBPVP8 '),
  Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.from('\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska', 'latin1'),
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
]

/** Nothing is thrown, and a type that is found is one. */
export async function check(bytes: Buffer): Promise<void> {
  const sniffer = new Sniffer()
  sniffer.see(bytes)
  const type = await sniffer.findType()
  if (type !== undefined) assert.ok(parseMediaType(type) !== undefined, type)
}
