import { useEffect, useState } from 'react'
import { listenToFrame, type Frame } from './frame-messages.ts'

/** As long as one waits for a page without doubting it. */
const patienceMs = 12_000

/**
 * The height that the page in a frame tells whenever it changes, in pixels of CSS. A browser does
 * not say whether a frame was refused or never answered, so that only the page itself can say that
 * it is there: `missing` when it has not for a while.
 */
export function useFrameHeight(frame: Frame, address: string) {
  const [height, setHeight] = useState<number>()
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setMissing(true), patienceMs)
    const stop = listenToFrame(frame, address, 'countersign.detail', (told) => {
      if (typeof told['height'] === 'number' && Number.isFinite(told['height'])) {
        setHeight(told['height'])
      }
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [frame, address])
  return { height, missing }
}
