import assert from 'node:assert/strict'
import { isDay, readPropertyFilter } from './property.ts'
import { inexactTermsOf, readTerms, toTsQuery, wordsOf } from './search-terms.ts'

export const reads = 'searches, texts of documents, filters by property'
export const seeds = [
  "O'Brien & co: 合同 report_2026",
  'ﷺ ｆｕｌｌ ไทย',
  'due:2026-01-31',
  'n:-1.5e3',
]
export const mostBytes = 8192
export const tries = 400
export const mostMs = 500

/** Nothing is thrown, and no term ends the quotation that it stands in. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  const read = readTerms(text)
  let step = read.next()
  while (step.done !== true) step = read.next()
  for (const term of [...step.value, ...inexactTermsOf(text.slice(0, 200)), ...wordsOf(text)]) {
    assert.doesNotMatch(term, /['\\\0]/)
    assert.ok(term !== '' && term.isWellFormed())
  }
  const query = toTsQuery(text)
  if (query !== undefined) assert.match(query, /^'[^'\\]+'(?::\*)?(?: & '[^'\\]+'(?::\*)?)*$/u)
  if (text.includes(':')) readPropertyFilter(text)
  isDay(text)
}
