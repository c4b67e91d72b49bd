import { focusManager } from '@tanstack/react-query'

/** The least that a tenant of the platform lets a session rest: right for every tenant. */
export const awayAfterMs = 15 * 60_000

const signs = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel']

/**
 * Polls go by `focusManager`: they ask while the page is visible and somebody uses it. Each may renew the
 * token, and that is use of the session, so a page left open would keep somebody signed in who has gone.
 */
export function pollWhileUsed(): void {
  focusManager.setEventListener((setUsed) => {
    let usedAt = Date.now()
    const tell = () => setUsed(!document.hidden && Date.now() - usedAt < awayAfterMs)
    const use = () => {
      usedAt = Date.now()
      tell()
    }
    for (const sign of signs) document.addEventListener(sign, use, { capture: true, passive: true })
    document.addEventListener('visibilitychange', tell)
    const look = setInterval(tell, 60_000)
    return () => {
      clearInterval(look)
      for (const sign of signs) document.removeEventListener(sign, use, { capture: true })
      document.removeEventListener('visibilitychange', tell)
    }
  })
}
