import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

/** Reads a line as RFC 4180 has it. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let rest = line.slice(0, -2)
  for (;;) {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/.exec(rest)
    if (cell === null) throw new Error(`not a line: ${rest}`)
    cells.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '')
    rest = rest.slice(cell[0].length)
    if (cell[3] === '') return cells
  }
}

it('writes any text so that it is read again as it was, or with an apostrophe before it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
      const read = readLine(csvLine(texts))
      expect(read).toHaveLength(texts.length)
      for (const [index, text] of texts.entries()) {
        expect([text, `'${text}`]).toContain(read[index])
        expect(read[index]).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      }
    }),
  )
})

it.each([
  ['=HYPERLINK("http://a")', `"'=HYPERLINK(""http://a"")"`],
  ['+1', "'+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['E-1', 'E-1'],
  ['a, b', '"a, b"'],
  ['two\r\nlines', '"two\r\nlines"'],
])('writes the text %j as %s', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

it('writes numbers as numbers, times in UTC, and nothing for nothing', () => {
  const at = new Date('2026-03-01T08:00:00+08:00')
  expect(csvLine([-1.5, true, at, null, undefined, ''])).toBe(
    '-1.5,true,2026-03-01T00:00:00.000Z,,,\r\n',
  )
})
