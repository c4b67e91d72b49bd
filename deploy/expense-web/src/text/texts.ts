import { createContext, useContext } from 'react'
import { en, type Texts } from './en.ts'
import { zhCn } from './zh-cn.ts'

export type Language = 'en' | 'zh-CN'

const texts: Readonly<Record<Language, Texts>> = { en, 'zh-CN': zhCn }
const storageKey = 'expense.language'

/** What was chosen here before, else what the browser prefers. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(storageKey) ?? navigator.language
  return chosen.startsWith('zh') ? 'zh-CN' : 'en'
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
}

export const LanguageContext = createContext<Language>('en')

export function useTexts() {
  const language = useContext(LanguageContext)
  return { language, t: texts[language], ...formatsOf(language) }
}

function formatsOf(language: Language) {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
  const time = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return {
    money: (value: number) => money.format(value),
    time: (value: string) => time.format(new Date(value)),
    /** Puts values in the places that a text names, as in `Open {name}`. */
    fill: (text: string, values: Readonly<Record<string, string>>) =>
      text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place),
  }
}
