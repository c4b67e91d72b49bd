import { currentLanguage } from '../../text/i18n.ts'

/** A day of the tenant's calendar, wherever the reader is: "16 Nov". */
export const formatBucket = (day: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
