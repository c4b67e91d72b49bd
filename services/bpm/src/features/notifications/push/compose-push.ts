import type { Language } from '@countersign/service-kit/language'
import { linkOf, wordSubject } from '../compose.ts'
import type { NoticeItem } from '../item-queries.ts'

/** What the console's service worker shows; packages/console/public/sw.js reads it. */
interface ShownNotice {
  /** What the subject of a mail about the same would say, and nothing more: it may stand on a locked screen. */
  readonly title: string
  readonly lang: Language
  /** Path of the platform that it leads to. */
  readonly url: string
  /** A later one of the same tag takes its place. */
  readonly tag: string
  /** When the newest of it happened, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Words a message to a device about one or more things.
 *
 * @returns the message, and what it is about: the one approval, else itself.
 */
export function composePush(
  items: readonly NoticeItem[],
  { language, messageId }: { readonly language: Language; readonly messageId: string },
): { readonly payload: string; readonly about: string } {
  const [first, second] = items
  if (first === undefined) throw new Error('a message about nothing')
  const about = second === undefined ? first.instanceId : messageId
  const notice: ShownNotice = {
    title: wordSubject(items, language),
    lang: language,
    url: second === undefined ? linkOf(first, '/console') : '/console/inbox',
    tag: about,
    at: Math.max(...items.map(({ createdAt }) => createdAt.getTime())),
  }
  return { payload: JSON.stringify(notice), about }
}
