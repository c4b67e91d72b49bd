export const LANGUAGES = ['en', 'zh-CN'] as const

/** What pages and mails are written in. Each place keeps its texts as one record for it. */
export type Language = (typeof LANGUAGES)[number]

/** The best language for a tag of RFC 5646; undefined when it is another one. */
export function toLanguage(tag: string | null | undefined): Language | undefined {
  const primary = tag?.toLowerCase().split(/[-_]/)[0]
  if (primary === 'zh') return 'zh-CN'
  return primary === 'en' ? 'en' : undefined
}

/**
 * The language of a page: what was asked for (`ui_locales`, `?lang=`; tags with blanks between),
 * else what the browser prefers (RFC 9110 section 12.5.4), else English.
 */
export function chooseLanguage(asked: unknown, acceptLanguage: string | undefined): Language {
  const wanted = typeof asked === 'string' ? asked.split(' ') : []
  for (const tag of [...wanted, ...preferredTags(acceptLanguage ?? '')]) {
    if (/^zh\b/i.test(tag)) return 'zh-CN'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}

/** Tags of an `Accept-Language` header, best first, without those that are not wanted. */
const preferredTags = (header: string): readonly string[] =>
  header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const q = parameters
        .map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
    .map(({ tag }) => tag)
