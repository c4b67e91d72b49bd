import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { textLoaders, type Namespace } from './namespaces.ts'

export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words, for whoever cannot read the present one. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-CN': '简体中文',
}

const remembered = 'countersign-language'

/** Starts with the language that was chosen here, else the first of the browser's that we have. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: chooseLanguage(readChosen(), navigator.languages),
    fallbackLng: false,
    ns: [],
    defaultNS: 'common',
    resources: {},
    // React escapes.
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  })
  document.documentElement.lang = currentLanguage()
}

export function currentLanguage(): Language {
  return i18next.language === 'zh-CN' ? 'zh-CN' : 'en'
}

/** Loads what the namespaces say in the present language; at once when it is there. */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  const language = currentLanguage()
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (i18next.hasResourceBundle(language, namespace)) return
      const { texts } = await textLoaders[namespace][language]()
      i18next.addResourceBundle(language, namespace, texts)
    }),
  )
}

/** Changes the language of everything that is shown, without loading the page again. */
export async function changeLanguage(language: Language): Promise<void> {
  const shown = Object.keys(i18next.store.data[currentLanguage()] ?? {})
  const bundles = await Promise.all(
    shown.map(async (namespace) => {
      // Only namespaces of ours are ever added.
      const { texts } = await textLoaders[namespace as Namespace][language]()
      return { namespace, texts }
    }),
  )
  for (const { namespace, texts } of bundles) i18next.addResourceBundle(language, namespace, texts)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  try {
    localStorage.setItem(remembered, language)
  } catch {
    // Storage can be forbidden; then the choice lasts as long as the page.
  }
}

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

/** A text where there is no component to ask for it, such as a notification. */
export const textOf = i18next.t
