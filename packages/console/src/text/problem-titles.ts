import { currentLanguage } from './i18n.ts'

// Services speak English; words of other languages come with the first problem that somebody meets.
let find: ((code: string) => string | undefined) | undefined

/** Has the words there in which the reader is told of a problem. Where they do not come it is told in the service's. */
export async function loadProblemTitles(): Promise<void> {
  if (currentLanguage() === 'en') return
  const words = await import('../api/problem-titles.zh-cn.ts').catch(() => undefined)
  find = words?.findTitle ?? find
}

/** What a problem is called in the reader's language; as the service says where that has no words for it. */
export const problemTitle = ({ code, title }: { readonly code: string; readonly title: string }) =>
  (currentLanguage() === 'en' ? undefined : find?.(code)) ?? title
