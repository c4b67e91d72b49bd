import * as written from '@countersign/contracts'
import { currentLanguage } from './i18n.ts'

/** Day and time, in the reader's zone. */
export const formatTime = (time: string): string => written.formatMoment(time, currentLanguage())

/** The day alone. */
export const formatDay = (time: string): string => written.formatDay(time, currentLanguage())

/** "3 hours ago", "in 2 days". */
export const formatSince = (time: string, now?: number): string =>
  written.formatSince(time, currentLanguage(), now)

const kept = new Map<string, Intl.NumberFormat>()

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const language = currentLanguage()
  const key = `${language} ${JSON.stringify(options)}`
  // Making a format is slow, and tables show thousands of numbers.
  const format = kept.get(key) ?? new Intl.NumberFormat(language, options)
  kept.set(key, format)
  return format.format(value)
}

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A duration in its largest unit: "3.5 h". */
export function formatDuration(seconds: number): string {
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? ['second', 1]
  return formatNumber(seconds / size, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' ? 0 : 1,
  })
}
