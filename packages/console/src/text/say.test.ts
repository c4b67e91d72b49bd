import { expect, it } from 'vitest'
import { flatten, sayIn } from './say.ts'

const english = new Map([
  [
    'inbox',
    flatten({
      row: { due: 'Due {{since}}', round: 'Round {{round}} of {{of}}' },
      left_one: '{{count}} is left',
      left_other: '{{count}} are left',
    }),
  ],
  ['common', flatten({ action: { close: 'Close' } })],
])
// Keys are checked where there are namespaces; these are for the test alone.
const say = sayIn('en', english, 'inbox') as (key: string, given?: object) => string

it.each([
  ['fills the gaps', 'row.due', { since: 'today' }, 'Due today'],
  ['fills each of them', 'row.round', { round: 2, of: 3 }, 'Round 2 of 3'],
  [
    'takes what looks like a gap as it is',
    'row.due',
    { since: '{{round}} $&' },
    'Due {{round}} $&',
  ],
  ['leaves out what is not given', 'row.due', {}, 'Due '],
  ['says one', 'left', { count: 1 }, '1 is left'],
  ['says several', 'left', { count: 0 }, '0 are left'],
  ['says what another namespace has', 'common:action.close', {}, 'Close'],
  ['says what is given where it has no words', 'kind.new', { defaultValue: 'new' }, 'new'],
  ['says the key where nothing is given', 'kind.new', {}, 'kind.new'],
])('%s', (_, key, given, text) => {
  expect(say(key, given)).toBe(text)
})

it('has one form in Chinese, whatever the number', () => {
  const chinese = new Map([['inbox', flatten({ left_one: '一', left_other: '剩余 {{count}} 个' })]])
  const inChinese = sayIn('zh-CN', chinese, 'inbox') as typeof say
  expect(inChinese('left', { count: 1 })).toBe('剩余 1 个')
})
