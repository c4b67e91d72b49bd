import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'
import { zhCn } from './zh-cn.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { readonly translation: typeof en }
  }
}

export type Language = 'en' | 'zh-CN'

const remembered = 'expense.language'

/** Begins in the language that was chosen here before, else in what the browser prefers. */
export async function startTexts(): Promise<void> {
  const wanted = localStorage.getItem(remembered) ?? navigator.language
  await i18next.use(initReactI18next).init({
    lng: wanted.startsWith('zh') ? 'zh-CN' : 'en',
    fallbackLng: false,
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCn } },
    // React escapes.
    interpolation: { escapeValue: false },
  })
  document.documentElement.lang = currentLanguage()
}

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'zh-CN'

export const currentLanguage = (): Language => (i18next.language === 'zh-CN' ? 'zh-CN' : 'en')

/** Shows everything in another language, for as long as the page is open. */
export function setLanguage(language: Language): void {
  void i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** The same, and remembers it. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(remembered, language)
  setLanguage(language)
}
