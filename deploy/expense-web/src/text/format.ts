import * as written from '@countersign/contracts'
import { currentLanguage } from './i18n.ts'

/** An amount in euros, as the reader's language writes it. */
export const formatMoney = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency: 'EUR' }).format(value)

/** Day and time, in the reader's zone, as the whole platform writes them. */
export const formatTime = (value: string): string => written.formatMoment(value, currentLanguage())

/** "3 hours ago", "in 2 days". */
export const formatSince = (value: string): string => written.formatSince(value, currentLanguage())
