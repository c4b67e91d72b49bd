import { focusManager } from '@tanstack/react-query'

const signs = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'] as const

/**
 * What asks by itself (polls, the inbox's stream) goes by `focusManager`: it asks while the page is
 * visible and somebody is there, and goes on at the next sign of a person. Each request may renew the
 * token, which is use of the session; a page that is left open would keep it alive without anybody.
 *
 * @param idleMinutes How long the session may rest, as `GET /api/iam/v1/me` says. So long after the last
 * key, pointer or touch the page counts as left, however visible it is; null: never.
 *
 * Kept by: packages/console/src/areas/inbox/use-inbox-stream.test.tsx "asks for nothing by itself, and goes on at the next key, pointer or touch"
 */
export function watchPresence(idleMinutes: number | null): void {
  focusManager.setEventListener((setThere) => {
    let isAway = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => setThere(!document.hidden && !isAway)
    const wait = () => {
      if (idleMinutes === null) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        isAway = true
        tell()
      }, idleMinutes * 60_000)
    }
    const stay = () => {
      wait()
      if (!isAway) return
      isAway = false
      tell()
    }
    // Before any element of the page can keep it to itself.
    const options = { capture: true, passive: true }
    for (const sign of signs) document.addEventListener(sign, stay, options)
    document.addEventListener('visibilitychange', tell)
    wait()
    tell()
    return () => {
      clearTimeout(timer)
      for (const sign of signs) document.removeEventListener(sign, stay, options)
      document.removeEventListener('visibilitychange', tell)
    }
  })
}
