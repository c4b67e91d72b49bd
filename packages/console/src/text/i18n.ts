import { useSyncExternalStore } from 'react'
import { firstLanguage, remembered, type Language } from './language.ts'
import { textLoaders, type Namespace } from './namespaces.ts'
import { flatten, sayIn, type Say, type Texts } from './say.ts'

export { chooseLanguage, languageNames, languages, type Language } from './language.ts'
export type { Say } from './say.ts'

const loaded: Readonly<Record<Language, Map<Namespace, Texts>>> = {
  en: new Map(),
  'zh-CN': new Map(),
}

let current: Language = 'en'
const listeners = new Set<() => void>()

/** Starts with the language that was chosen here, else the first of the browser's that we have. */
export function startTexts(): void {
  speak(firstLanguage())
}

function speak(language: Language): void {
  current = language
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

export function currentLanguage(): Language {
  return current
}

/** Loads what the namespaces say in the present language; at once when it is there. */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  let language: Language
  // It may change while they come.
  do {
    language = current
    await loadIn(language, namespaces)
  } while (language !== current)
}

async function loadIn(language: Language, namespaces: readonly Namespace[]): Promise<void> {
  const present = loaded[language]
  await Promise.all(
    namespaces.map(async (namespace) => {
      if (present.has(namespace)) return
      const { texts } = await textLoaders[namespace][language]()
      present.set(namespace, flatten(texts))
    }),
  )
}

let choices = 0

const missingIn = (language: Language): readonly Namespace[] =>
  [...loaded[current].keys()].filter((namespace) => !loaded[language].has(namespace))

/** Changes the language of everything that is shown, without loading the page again; of two choices the later one. */
export async function changeLanguage(language: Language): Promise<void> {
  const choice = ++choices
  // What is shown meanwhile may want more.
  while (missingIn(language).length > 0) await loadIn(language, missingIn(language))
  if (choice !== choices) return
  speak(language)
  try {
    localStorage.setItem(remembered, language)
  } catch {
    // Storage can be forbidden; then the choice lasts as long as the page.
  }
}

const says = new Map<string, Say>()

/** The same function for as long as the language is: what is kept by it stays. */
export function textsOf<Space extends Namespace>(space: Space): Say<Space> {
  const key = `${current} ${space}`
  const say = says.get(key) ?? sayIn(current, loaded[current], space)
  says.set(key, say)
  return say as Say<Space>
}

/** A text where there is no component to ask for it, such as a notification. */
export const textOf: Say<'common'> = (key, given) => textsOf('common')(key, given)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts of a namespace for a component, which is drawn again in another language. */
export function useTranslation<Space extends Namespace>(
  namespace: Space,
): { readonly t: Say<Space>; readonly language: Language } {
  const language = useSyncExternalStore(listen, currentLanguage)
  return { t: textsOf(namespace), language }
}
