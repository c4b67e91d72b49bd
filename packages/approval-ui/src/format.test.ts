import { expect, it } from 'vitest'
import { formatValue } from './format.ts'
import { ids, people } from './testing/answers.ts'
import { findLanguage } from './text/texts.ts'

const british = findLanguage('en-GB')
const chinese = findLanguage('zh-CN')
const known = Object.values(people)

it.for([
  ['number', 1234.5, '1,234.5', '1,234.5'],
  ['boolean', false, 'No', '否'],
  ['date', '2026-11-30', '30 Nov 2026', '2026年11月30日'],
  ['date', 'not a date', 'not a date', 'not a date'],
  ['user', ids.finance1, 'Felix Okafor', 'Felix Okafor'],
  ['users', [ids.finance1, ids.finance2], 'Felix Okafor, 王芳', 'Felix Okafor, 王芳'],
  ['user', 'stranger', 'stranger', 'stranger'],
  ['string', '<b>', '<b>', '<b>'],
  ['string', '', undefined, undefined],
  ['users', [], undefined, undefined],
  ['string', null, undefined, undefined],
] as const)('writes a %s of %o as %s and %s', ([type, value, inBritish, inChinese]) => {
  expect(formatValue(type, value, british, known)).toBe(inBritish)
  expect(formatValue(type, value, chinese, known)).toBe(inChinese)
})
