import { currentLanguage } from './i18n.ts'

/** An amount in euros, as the reader's language writes it. */
export const formatMoney = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency: 'EUR' }).format(value)

/** Day and time, in the reader's zone. */
export function formatTime(value: string): string {
  const language = currentLanguage() === 'en' ? 'en-GB' : 'zh-CN'
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return format.format(new Date(value))
}
