import type { KeyField } from '../contract.ts'
import { en, type Texts } from './en.ts'
import { zhCn } from './zh-cn.ts'

/** A language of the component, with the tag that dates and numbers are written by. */
export interface Language {
  readonly tag: string
  readonly texts: Texts
}

/**
 * The language for a BCP 47 tag: Chinese for any `zh`, English for everything else. Dates and numbers are written as the
 * region says that the page names; where it names none, as everywhere else on the page.
 */
export function findLanguage(tag = ''): Language {
  const wanted = tag.trim().toLowerCase()
  if (/^zh(-|$)/.test(wanted)) return { tag: 'zh-CN', texts: zhCn }
  return { tag: /^en-[a-z]{2}$/.test(wanted) ? wanted : 'en', texts: en }
}

/** A text with values in the places that it names, as in `Round {n}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** The text for a value of the service's; undefined for one that is newer than this component. */
export const textFor = (
  texts: Readonly<Record<string, string>>,
  value: string,
): string | undefined => texts[value]

/** A text that the business type has in both languages. */
export const labelIn = (label: KeyField['label'], { tag }: Language): string =>
  tag === 'zh-CN' ? label['zh-CN'] : label.en

export type { Texts } from './en.ts'
