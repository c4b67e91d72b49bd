import { useEffect, useRef, useState } from 'react'

/** As long as one waits for a page without doubting it. */
const patienceMs = 12_000

/** What a framed page says whenever its height changes; the first time, that it is there. */
function heightIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { type, height } = data as { type?: unknown; height?: unknown }
  return type === 'countersign.detail' && Number.isFinite(height) ? Number(height) : undefined
}

/**
 * The height that the page in a frame tells, in pixels of CSS. A browser does not say whether a
 * frame was refused or never answered, so that only the page itself can say that it is there:
 * `missing` when it has not for a while.
 */
export function useToldHeight(address: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const { origin } = new URL(address)
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const told = heightIn(event.data)
      if (told !== undefined) setHeight(told)
    }
    window.addEventListener('message', listen)
    const timer = setTimeout(() => setMissing(true), patienceMs)
    return () => {
      window.removeEventListener('message', listen)
      clearTimeout(timer)
    }
  }, [address])
  return { frame, height, missing }
}
