import { en, type Texts } from './en.ts'
import { zhCn } from './zh-cn.ts'

/** A language of the component, with the tag that dates and numbers are written by. */
export interface Language {
  readonly tag: string
  readonly texts: Texts
}

/**
 * The language for a BCP 47 tag: Chinese for any `zh`, English for everything else.
 *
 * @param reader What the browser is set to: where it is the same language, its region says how
 *   dates and numbers are written, unless the tag names one.
 */
export function findLanguage(tag: string | undefined, reader = ''): Language {
  const wanted = tag?.trim().toLowerCase() ?? ''
  if (/^zh(-|$)/.test(wanted)) return { tag: 'zh-CN', texts: zhCn }
  const written = [wanted, reader.toLowerCase()].find((one) => /^en-[a-z]{2}$/.test(one))
  return { tag: written ?? 'en', texts: en }
}

/** A text with values in the places that it names, as in `Round {n}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** The text for a value of the service's; undefined for one that is newer than this component. */
export const textFor = (
  texts: Readonly<Record<string, string>>,
  value: string,
): string | undefined => texts[value]

export type { Texts } from './en.ts'
