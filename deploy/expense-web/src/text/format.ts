import { currentLanguage } from './i18n.ts'

/** How the reader writes dates and numbers in their language: as the approval component takes it. */
function writtenLanguage(): string {
  const language = currentLanguage()
  return language === 'en' && /^en\b/i.test(navigator.language) ? navigator.language : language
}

/** An amount in euros, as the reader's language writes it. */
export const formatMoney = (value: number): string =>
  new Intl.NumberFormat(writtenLanguage(), { style: 'currency', currency: 'EUR' }).format(value)

/** Day and time, in the reader's zone, as the approval component writes them. */
export function formatTime(value: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(writtenLanguage(), style).format(new Date(value))
}
