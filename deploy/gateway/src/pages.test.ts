import { describe, expect, it } from 'vitest'
import { renderStartPage } from './markup.ts'

describe('renderStartPage', () => {
  it('names its language and escapes addresses', () => {
    const html = renderStartPage('zh-CN', { baseUrl: 'http://localhost:8080/"><script>' })
    expect(html).toContain('<html lang="zh-CN">')
    expect(html).not.toContain('<script>')
  })
})
