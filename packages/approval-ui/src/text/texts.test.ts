import { expect, it } from 'vitest'
import { en } from './en.ts'
import { fill, findLanguage } from './texts.ts'
import { zhCn } from './zh-cn.ts'

it.for([
  ['zh-CN', 'zh-CN'],
  ['zh', 'zh-CN'],
  ['zh-Hant-TW', 'zh-CN'],
  ['en', 'en'],
  ['en-US', 'en-us'],
  ['fr', 'en'],
  [undefined, 'en'],
] as const)('writes for a page in %s as %s', ([tag, expected]) => {
  expect(findLanguage(tag).tag).toBe(expected)
})

it('has every text in both languages', () => {
  const paths = (texts: object): string[] =>
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'object' && text !== null
        ? paths(text).map((path) => `${name}.${path}`)
        : [name],
    )
  expect(paths(zhCn).toSorted()).toEqual(paths(en).toSorted())
})

it('names a round', () => {
  expect(fill(en.round, { n: 2 })).toBe('Round 2')
  expect(fill(zhCn.round, { n: 2 })).toBe('第 2 轮')
})

it('puts a name into a text as it is written', () => {
  expect(fill(en.decidesNext, { step: 'Costs of $& {n}' })).toBe(
    'Who decides “Costs of $& {n}” next',
  )
})
