/** Where the browser does not tell when it has nothing to do (Safari). */
const soonMs = 1_000

/** Does later what nobody waits for: when the page is drawn and nobody presses anything. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work)
  else setTimeout(work, soonMs)
}
