import { useRef, type TouchEvent } from 'react'

const leastPx = 72

/** A finger that goes to the left brings the next, to the right the one before. */
export function useSwipe(onMove: (step: 1 | -1) => void) {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0]
      // Two fingers make it larger.
      start.current =
        touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches, nativeEvent }: TouchEvent) => {
      const [from, finger] = [start.current, changedTouches[0]]
      start.current = undefined
      if (from === undefined || finger === undefined) return
      if (nativeEvent.composedPath().some(scrollsAside)) return
      const [dx, dy] = [finger.clientX - from.x, finger.clientY - from.y]
      if (Math.abs(dx) < leastPx || Math.abs(dx) < 2 * Math.abs(dy)) return
      onMove(dx < 0 ? 1 : -1)
    },
  }
}

/** A drawing or a row of buttons that is wider than the page takes the finger for itself. */
function scrollsAside(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.scrollWidth <= target.clientWidth) return false
  return ['auto', 'scroll'].includes(getComputedStyle(target).overflowX)
}
