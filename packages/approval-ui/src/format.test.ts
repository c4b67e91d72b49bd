import * as written from '@countersign/contracts'
import { expect, it } from 'vitest'
import { formatKeyField, formatSince, formatTime, formatValue } from './format.ts'
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

// The component depends on nothing of the platform, and writes as it does all the same.
it.for(['en', 'zh-CN'] as const)('writes as the pages and mails around it do, in %s', (tag) => {
  const language = findLanguage(tag)
  const nameOf = (id: string) => known.find((person) => person.id === id)?.name
  const [at, now] = ['2026-11-18T08:12:00.000Z', Date.parse('2026-11-28T10:00:00Z')]
  expect(formatTime(at, language)).toBe(written.formatMoment(at, tag))
  for (const seconds of [-40, 61, 7300, -90_000, 700_000, -3e6, 4e7]) {
    const other = new Date(now + seconds * 1000).toISOString()
    expect(formatSince(other, language, now)).toBe(written.formatSince(other, tag, now))
  }
  const label = { en: 'x', 'zh-CN': 'x' }
  for (const field of [
    { format: 'money', value: 1234.5, currency: 'CNY' },
    { format: 'money', value: 1234.5 },
    { format: 'quantity', value: 12.25, unit: { en: 'days', 'zh-CN': '天' } },
    { format: 'date', value: '2026-11-30' },
    { format: 'date', value: at },
    { format: 'dateTime', value: at },
    { format: 'dateTime', value: '2026-11-30' },
    { format: 'person', value: [ids.finance1, 'stranger'] },
    { format: 'text', value: 'Lisbon' },
  ] as const) {
    const key = { name: 'x', label, ...field }
    expect(formatKeyField(key, language, known)).toBe(
      written.formatKeyField(key, { language: tag, nameOf }),
    )
  }
})
