import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { checkPackage, readPackageText } from './office-package.ts'
import { ToolFailed } from './run-tool.ts'

export const reads = 'Office files: zip and XML within'
export const mostBytes = 8192
export const tries = 600

/** A zip archive of one file that is not compressed. */
function zip(name: string, content: string): Buffer {
  const [label, bytes] = [Buffer.from(name), Buffer.from(content)]
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(bytes.length, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(label.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, label, bytes])
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\0', 'latin1'),
    common,
    Buffer.alloc(14),
    label,
  ])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const word =
  '<w:document xmlns:w="x"><w:body><w:p><w:r><w:t>A &amp; B</w:t></w:r><w:br/></w:p></w:body></w:document>'
const sheet = '<worksheet><row><c t="s"><v>1</v></c><c><v>2.5</v></c></row></worksheet>'
export const seeds = [
  zip('word/document.xml', word),
  zip('xl/worksheets/sheet1.xml', sheet),
  zip('content.xml', '<office:body xmlns:office="x"><text:p>A<text:tab/>B</text:p></office:body>'),
  // Behind a line break: what is within, so that a change is one of a word.
  `\n${word}`,
  `\n${sheet}`,
]
export const words = [
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '&#x0;',
  '<![CDATA[',
  ']]>',
  '<!--',
  'PK\x03\x04',
]

/** Nothing but {@link ToolFailed} is thrown, and no more text comes out than may. */
export async function check(bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'office-fuzz-'))
  const path = join(folder, 'file')
  const isWithin = bytes[0] === 0x0a
  try {
    await writeFile(path, isWithin ? zip('word/document.xml', bytes.toString('latin1', 1)) : bytes)
    await attempt(() => checkPackage(path))
    await attempt(async () => assert.ok((await readPackageText(path, 1000)).length <= 1000))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function attempt(read: () => Promise<void>): Promise<void> {
  try {
    await read()
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error
  }
}
