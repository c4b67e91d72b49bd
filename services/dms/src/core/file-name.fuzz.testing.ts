import assert from 'node:assert/strict'
import { classifyFile } from './file-kind.ts'
import { cleanFileName } from './file-name.ts'
import { chooseMediaType, mayShowInline, parseMediaType } from './media-type.ts'

export const reads = 'file names, media types'
export const seeds = [
  'C:\\x\\..\\report.pdf',
  'con.txt',
  '\u202egpj.exe',
  'e\u0301.docx ...',
  'Text/HTML; charset=x',
  `${'a'.repeat(300)}.tar.gz`,
]
export const words = [
  'aux',
  '\u200b',
  '\u{1f600}',
  '\u0301',
  'application/vnd.ms-word',
  'image/svg+xml',
]

/** Nothing is thrown; a name that was made safe is safe, and stays as it is. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  const name = cleanFileName(text)
  assert.doesNotMatch(name, /[/\\\p{Cc}<>:"|?*]|^\.|[. ]$/u)
  assert.ok([...name].length >= 1 && [...name].length <= 255 && name.isWellFormed())
  assert.equal(cleanFileName(name), name)
  const type = parseMediaType(text)
  if (type === undefined) return
  const chosen = chooseMediaType(undefined, type)
  classifyFile(chosen, name)
  if (mayShowInline(chosen)) assert.doesNotMatch(chosen, /html|xml|script/)
}
