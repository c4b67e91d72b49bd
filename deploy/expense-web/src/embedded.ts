/** Shown inside another page, as the console shows an expense beside its task. */
export const isEmbedded = window.self !== window.top

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
