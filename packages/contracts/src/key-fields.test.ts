import { describe, expect, it } from 'vitest'
import { formatKeyField, type KeyField, type KeyFieldReader } from './key-fields.ts'

const label = { en: 'Label', 'zh-CN': '标签' }
const reader = (language: KeyFieldReader['language']): KeyFieldReader => ({
  language,
  timeZone: 'Asia/Shanghai',
  nameOf: (id) => (id === 'u1' ? 'Maria' : undefined),
})
const field = (more: Pick<KeyField, 'format' | 'value'> & Partial<KeyField>): KeyField => ({
  name: 'x',
  label,
  ...more,
})

describe('a key field', () => {
  it.each([
    [field({ format: 'money', value: 1200, currency: 'EUR' }), '€1,200.00', '€1,200.00'],
    [field({ format: 'money', value: 1200, currency: 'CNY' }), 'CN¥1,200.00', '¥1,200.00'],
    [field({ format: 'money', value: 1200 }), '1,200.00', '1,200.00'],
    [
      field({ format: 'quantity', value: 2.5, unit: { en: 'days', 'zh-CN': '天' } }),
      '2.5 days',
      '2.5 天',
    ],
    [field({ format: 'quantity', value: 12000 }), '12,000', '12,000'],
    [field({ format: 'date', value: '2026-01-05' }), 'Jan 5, 2026', '2026年1月5日'],
    [field({ format: 'date', value: '2026-01-05T20:00:00Z' }), 'Jan 6, 2026', '2026年1月6日'],
    [
      field({ format: 'dateTime', value: '2026-01-05T08:00:00Z' }),
      'Jan 5, 2026, 4:00 PM',
      '2026年1月5日 16:00',
    ],
    [field({ format: 'dateTime', value: 'soon' }), 'soon', 'soon'],
    [field({ format: 'person', value: 'u1' }), 'Maria', 'Maria'],
    [field({ format: 'person', value: ['u1', 'u2'] }), 'Maria, u2', 'Maria, u2'],
    [field({ format: 'text', value: '2026-01-05' }), '2026-01-05', '2026-01-05'],
  ])('%# is written as its reader writes it', (one, english, chinese) => {
    // ICU writes a narrow space before AM and PM in some releases.
    expect(formatKeyField(one, reader('en')).replaceAll('\u202f', ' ')).toBe(english)
    expect(formatKeyField(one, reader('zh-CN'))).toBe(chinese)
  })

  it('of a day is the same day in every zone', () => {
    const one = field({ format: 'date', value: '2026-01-05' })
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      expect(formatKeyField(one, { ...reader('en'), timeZone })).toBe('Jan 5, 2026')
    }
  })
})
