import { isLanguage, setLanguage } from './text/i18n.ts'

/** Shown inside another page, as the console shows an expense beside its task. */
export const isEmbedded = window.self !== window.top

/**
 * Looks as the console does, as soon as it answers and whenever it changes: in its language and its
 * theme.
 *
 * @param platform Base URL of the platform; no page of another origin is asked, or believed.
 */
export function followLook(platform: string): void {
  const { origin } = new URL(platform)
  window.addEventListener('message', ({ origin: from, source, data }: MessageEvent<unknown>) => {
    if (from !== origin || source !== window.parent) return
    if (typeof data !== 'object' || data === null) return
    const { type, language, theme } = data as Readonly<Record<string, unknown>>
    if (type !== 'countersign.look') return
    if (isLanguage(language)) setLanguage(language)
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  })
  window.parent.postMessage({ type: 'countersign.look' }, origin)
}

/**
 * Tells the console that this page is there, and how high it is whenever that changes.
 *
 * @param platform Base URL of the platform; no page of another origin gets to hear it.
 */
export function tellHeight(platform: string): void {
  const { origin } = new URL(platform)
  const tell = () => {
    const { height } = document.body.getBoundingClientRect()
    window.parent.postMessage({ type: 'countersign.detail', height: Math.ceil(height) }, origin)
  }
  // At once as well: what is out of sight is not laid out, and the observer silent.
  tell()
  new ResizeObserver(tell).observe(document.body)
}
