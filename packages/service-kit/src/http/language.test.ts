import { expect, it } from 'vitest'
import { chooseLanguage, toLanguage } from './language.ts'

it.each([
  [undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
  [undefined, 'de, en;q=0.4, zh;q=0.7', 'zh-CN'],
  [undefined, 'zh;q=0, en', 'en'],
  [undefined, 'fr', 'en'],
  [undefined, undefined, 'en'],
  ['zh-CN', 'en', 'zh-CN'],
  ['fr zh-Hans en', 'en', 'zh-CN'],
  ['klingon', 'en', 'en'],
])('asked for %s with Accept-Language %s it is %s', (asked, accept, language) => {
  expect(chooseLanguage(asked, accept)).toBe(language)
})

it.each([
  ['zh', 'zh-CN'],
  ['zh-Hans-SG', 'zh-CN'],
  ['zh_TW', 'zh-CN'],
  ['en-GB', 'en'],
  ['de', undefined],
  [undefined, undefined],
])('has for %s the language %s', (tag, language) => {
  expect(toLanguage(tag)).toBe(language)
})
