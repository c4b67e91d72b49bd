import { firstLanguage } from './language.ts'

/** The first number and the first "3 hours ago" take a phone up to a tenth of a second each, the next ones nothing. */
export function warmFormats(): void {
  const language = firstLanguage()
  new Intl.NumberFormat(language).format(0)
  new Intl.RelativeTimeFormat(language).format(0, 'day')
}
