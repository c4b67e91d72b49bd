import type { RefObject } from 'react'

export type Frame = RefObject<HTMLIFrameElement | null>

/**
 * Listens to messages of one type from the page in a frame, and to nobody else: its window and its
 * origin must both be the frame's. Ends with the function that comes back.
 *
 * @param address Of the page; its origin is whom to believe.
 */
export function listenToFrame(
  frame: Frame,
  address: string,
  type: string,
  hear: (message: Readonly<Record<string, unknown>>) => void,
): () => void {
  const { origin } = new URL(address)
  const listen = ({ origin: from, source, data }: MessageEvent<unknown>) => {
    if (from !== origin || source !== frame.current?.contentWindow) return
    if (typeof data !== 'object' || data === null || !('type' in data)) return
    if (data.type === type) hear({ ...data })
  }
  window.addEventListener('message', listen)
  return () => window.removeEventListener('message', listen)
}
