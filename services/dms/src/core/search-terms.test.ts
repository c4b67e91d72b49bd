import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inexactTermsOf, readTerms, toTsQuery, wordsOf } from './search-terms.ts'

function termsOf(text: string): string[] {
  const reading = readTerms(text)
  for (;;) {
    const { done, value } = reading.next()
    if (done === true) return value
  }
}

describe('search terms', () => {
  it.each([
    ['Purchase, AGREEMENT!', ['purchase', 'agreement']],
    ['INV-2024/07', ['inv', '2024', '07']],
    ['ＦＵＬＬ width', ['full', 'width']],
    ['采购合同', ['采购', '购合', '合同', '同']],
    ['第3章abc', ['3', 'abc', '第', '章']],
    ["%_' & | ! :* \\", ['_']],
    ['', []],
  ])('of %j', (text, terms) => {
    expect(termsOf(text).toSorted()).toEqual(terms.toSorted())
  })

  it('lose nothing where a long text is parted', () => {
    const han = Array.from({ length: 5_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
    const found = new Set(termsOf(han))
    const pairs = [...han].slice(1).map((next, at) => (han[at] ?? '') + next)
    expect(pairs.filter((pair) => !found.has(pair))).toEqual([])

    const cells = Array.from({ length: 3_000 }, (_, at) => `cell${at}`)
    const all = new Set(termsOf(cells.join(',')))
    expect(cells.filter((cell) => !all.has(cell))).toEqual([])
  })

  it('of a title are any part of its words', () => {
    expect(inexactTermsOf('Plan')).toEqual(['plan', 'lan', 'an', 'n'])
  })

  it.each([
    ['purchase agr', "'purchase':* & 'agr':*"],
    ['采购合', "'采购' & '购合'"],
    ['合', "'合':*"],
    ['合 x', "'x':* & '合':*"],
    ["'); drop table", "'drop':* & 'table':*"],
    [' .,;% ', undefined],
  ])('asked for by %j', (text, query) => {
    expect(toTsQuery(text)).toBe(query)
  })

  it('are few enough for an index, whatever the text', () => {
    const text = Array.from({ length: 400_000 }, (_, index) => `word${index}`).join(' ')
    const bytes = termsOf(text).reduce((sum, term) => sum + Buffer.byteLength(term), 0)
    expect(bytes).toBeLessThan(350_000)
    expect(termsOf('x'.repeat(10_000))).toEqual(['x'.repeat(64)])
  })

  it('of a long text are read in pieces, none of which ends in a word', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `word${index % 900}`)
    const reading = readTerms(words.join(' '))
    let pieces = 0
    let read = reading.next()
    for (; read.done !== true; read = reading.next()) pieces += 1
    expect(read.value.toSorted()).toEqual([...new Set(words)].toSorted())
    expect(pieces).toBeGreaterThan(20)
  })

  it('hold nothing that could end a quotation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of [...termsOf(text), ...wordsOf(text)]) expect(term).not.toMatch(/['\\\s]/)
      }),
    )
  })
})
