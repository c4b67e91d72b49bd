/**
 * Goes where a notice leads that was pressed, when the service worker (public/sw.js) asks a window that is open, and tells it
 * so: without an answer it opens another. What is typed on a page stays there as long as that page wants to be asked first.
 */
export function followNotices(go: (address: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const address = addressIn(data)
    if (address === undefined) return
    ports[0]?.postMessage('opened')
    go(address)
  })
}

function addressIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('open' in data)) return undefined
  const { open } = data
  return typeof open === 'string' && open.startsWith('/console/') ? open : undefined
}
