import { useSyncExternalStore } from 'react'
import { en, type Texts } from './en.ts'
import { zhCn } from './zh-cn.ts'

export type Language = 'en' | 'zh-CN'

const texts: Readonly<Record<Language, Texts>> = { en, 'zh-CN': zhCn }
const storageKey = 'expense.language'

const known = Object.keys(texts)
export const isLanguage = (value: unknown): value is Language => known.includes(value as string)

let language: Language = preferredLanguage()
document.documentElement.lang = language
const listeners = new Set<() => void>()

/** What was chosen here before, else what the browser prefers. */
function preferredLanguage(): Language {
  const chosen = localStorage.getItem(storageKey) ?? navigator.language
  return chosen.startsWith('zh') ? 'zh-CN' : 'en'
}

/** Shows everything in another language, for as long as the page is open. */
export function setLanguage(next: Language): void {
  language = next
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}

/** The same, and remembers it. */
export function chooseLanguage(next: Language): void {
  localStorage.setItem(storageKey, next)
  setLanguage(next)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTexts() {
  const current = useSyncExternalStore(subscribe, () => language)
  return { language: current, t: texts[current], ...formatsOf(current) }
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
