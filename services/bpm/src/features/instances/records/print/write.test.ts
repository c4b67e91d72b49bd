import { expect, it, vi } from 'vitest'
import { openPaper } from './paper.ts'
import { printable, runsOf, write } from './write.ts'

it.each([
  ['王经理 Ann', ['王经理 Ann']],
  ['by Łukasz Kowalski', ['by ', '*Łukasz', ' Kowalski']],
  ['Nguyễn', ['*Nguyễn']],
  ['Őry和王', ['*Őry', '和王']],
  ['', ['']],
])('writes %s in the fonts that have it', (text, expected) => {
  const runs = runsOf(text)
  expect(runs.map((run) => `${run.further ? '*' : ''}${run.text}`)).toEqual(expected)
  expect(runs.map((run) => run.text).join('')).toBe(text)
})

it('tells the font of one long word, without trying every way to read it', () => {
  const word = 'a'.repeat(200_000)

  expect(runsOf(`审${word}`)).toEqual([{ text: `审${word}`, further: false }])
  expect(runsOf(`审${word}ő`).map(({ text, further }) => [text.length, further])).toEqual([
    [1, false],
    [200_001, true],
  ])
})

it('leaves out what turns or hides text, and keeps lines', () =>
  expect(printable('a\u202Eb\u0000c\r\nd\u200F')).toBe('abc\nd'))

function drawn(text: string): string[] {
  const paper = openPaper({ title: '', language: 'en', cut: '… (cut)', at: new Date(0) })
  const draw = vi.spyOn(paper, 'text')
  write(paper, text)
  return draw.mock.calls.map(([piece]) => piece)
}

it('prints the first 4,000 characters and says that there are more', () => {
  expect(drawn('a '.repeat(2_000)).join('')).toBe('a '.repeat(2_000))
  expect(drawn('a '.repeat(20_000)).join('')).toBe(`${'a '.repeat(2_000)}… (cut)`)
  expect(drawn(`${'a'.repeat(3_999)}😀`).join('')).toBe(`${'a'.repeat(3_999)}… (cut)`)
})

it('breaks words that are longer than a line, and adds nothing to them', () => {
  expect(drawn(`to ${'a'.repeat(150)} b`).map(({ length }) => length)).toEqual([3, 60, 60, 32])
  expect(drawn('')).toEqual([''])
})
