import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  changeLanguage,
  chooseLanguage,
  currentLanguage,
  loadTexts,
  textOf,
  useTranslation,
} from './i18n.ts'
import { speak } from '../testing/page.tsx'

beforeEach(async () => {
  localStorage.clear()
  await speak('en')
})

describe('the language that is begun with', () => {
  it.each([
    [null, ['en-GB'], 'en'],
    [null, ['zh-TW', 'en'], 'zh-CN'],
    [null, ['zh'], 'zh-CN'],
    [null, ['de-DE', 'fr', 'zh-CN', 'en'], 'zh-CN'],
    [null, ['de', 'ENG', 'eng-US'], 'en'],
    [null, ['de', 'zhuang'], 'en'],
    [null, [], 'en'],
    ['zh-CN', ['en'], 'zh-CN'],
    ['en', ['zh-CN'], 'en'],
    ['tlh', ['zh-CN'], 'zh-CN'],
    ['', ['zh-CN'], 'zh-CN'],
  ] as const)('after %s was chosen, of %j, is %s', (chosen, wanted, language) => {
    expect(chooseLanguage(chosen, wanted)).toBe(language)
  })
})

describe('another language', () => {
  it('is in everything that is shown, at once', async () => {
    const { result } = renderHook(() => useTranslation('common').t('action.cancel'))
    expect(result.current).toBe('Cancel')
    await act(() => changeLanguage('zh-CN'))
    expect(result.current).toBe('取消')
  })

  it('has the texts of every area that was opened before', async () => {
    await loadTexts('dashboard', 'visitor')
    const english = [textOf('dashboard:title'), textOf('visitor:lead')]
    await changeLanguage('zh-CN')
    const chinese = [textOf('dashboard:title'), textOf('visitor:lead')]
    expect(chinese.every((text) => /\p{Script=Han}/u.test(text))).toBe(true)
    expect(english.some((text) => chinese.includes(text))).toBe(false)
  })

  it('is said to the browser, and remembered', async () => {
    await changeLanguage('zh-CN')
    expect(currentLanguage()).toBe('zh-CN')
    expect(document.documentElement.lang).toBe('zh-CN')
    expect(chooseLanguage(Object.values({ ...localStorage })[0] ?? null, ['en'])).toBe('zh-CN')
  })

  it('lasts as long as the page where nothing may be stored', async () => {
    const forbidden = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    await changeLanguage('zh-CN')
    expect(forbidden).toHaveBeenCalled()
    expect(currentLanguage()).toBe('zh-CN')
    forbidden.mockRestore()
  })
})
