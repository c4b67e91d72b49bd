export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words, for whoever cannot read the present one. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-CN': '简体中文',
}

/** Where the browser keeps the one that was chosen by hand. */
export const remembered = 'countersign-language'

/** The language that a page begins with. */
export const firstLanguage = (): Language => chooseLanguage(readChosen(), navigator.languages)

/** Chosen by hand, else the first of the browser's languages that we have, else English. */
export function chooseLanguage(chosen: string | null, wanted: readonly string[]): Language {
  const first = [chosen ?? '', ...wanted].find((tag) => /^(en|zh)(-|$)/i.test(tag))
  return first?.toLowerCase().startsWith('zh') === true ? 'zh-CN' : 'en'
}

function readChosen(): string | null {
  try {
    return localStorage.getItem(remembered)
  } catch {
    return null
  }
}
