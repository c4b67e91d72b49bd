import { languages } from './language.ts'

for (const language of languages) {
  new Intl.NumberFormat(language).format(0)
  new Intl.RelativeTimeFormat(language).format(0, 'day')
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(0)
}
close()
