import { describe, expect, it } from 'vitest'
import { renderStartPage } from './markup.ts'
import { languageOf } from './pages.ts'

describe('languageOf', () => {
  it.each([
    [undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    [undefined, 'de, en;q=0.4, zh;q=0.7', 'zh-CN'],
    [undefined, 'zh;q=0, en', 'en'],
    [undefined, 'fr', 'en'],
    [undefined, undefined, 'en'],
    ['zh-CN', 'en', 'zh-CN'],
    ['klingon', 'en', 'en'],
  ])('?lang=%s with Accept-Language %s is %s', (chosen, accept, language) => {
    expect(languageOf(chosen, { 'accept-language': accept })).toBe(language)
  })
})

describe('renderStartPage', () => {
  it('names its language and escapes addresses', () => {
    const html = renderStartPage('zh-CN', { baseUrl: 'http://localhost:8080/"><script>' })
    expect(html).toContain('<html lang="zh-CN">')
    expect(html).not.toContain('<script>')
  })
})
