import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import type { Ladder } from './ladder.ts'

interface Rows {
  /** What scrolls them; it is there as long as the list. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** Where each of them stands. */
  readonly ladder: Ladder
  /** The row that the keyboard is on; it is brought into sight. */
  readonly cursor: number | undefined
  /** Which row that is. */
  readonly cursorKey: string | undefined
  /** Called when the end comes near. */
  readonly onEnd: (() => void) | undefined
}

interface Sight {
  /** The row at the top. */
  readonly top: number
  /** How many there is room for. */
  readonly room: number
}

/** Drawn above and below what is in sight, so that a fast wheel meets no gap. */
const spare = 12
/** So many rows before the end, more are asked for. */
const ahead = 20

/**
 * Which rows of a list are to be drawn. A library for this is worth its 10 kB where heights differ; here they
 * do not.
 */
export function useRowsInSight({ scroller, count, ladder, cursor, cursorKey, onEnd }: Rows) {
  const { top, room } = useSight(scroller, ladder)
  const near = useNear(top, room)
  const first = Math.max(0, Math.min(near.first, count))
  const end = Math.min(count, near.end)
  const latest = useRef({ ladder, cursorKey })
  latest.current = { ladder, cursorKey }
  const brought = useRef('')
  useEffect(() => {
    if (count > 0 && end > count - ahead) onEnd?.()
  }, [end, count, onEnd])
  useEffect(() => {
    const { topOf, rowHeightPx } = latest.current.ladder
    const last = brought.current
    brought.current = `${rowHeightPx} ${latest.current.cursorKey}`
    // Not whenever rows come, above it or in its place: somebody may have scrolled elsewhere.
    if (last === brought.current) return
    if (scroller.current === null || cursor === undefined || cursor < 0) return
    bringIntoSight(scroller.current, topOf(cursor), rowHeightPx)
  }, [scroller, cursor, ladder.rowHeightPx])
  return { first, end }
}

/**
 * What is in sight and the spare rows around it. What came into sight is drawn at once, new spare rows after
 * it and in slices: nobody sees them, and the next key would wait for them.
 */
function useNear(top: number, room: number): { readonly first: number; readonly end: number } {
  const drawnTop = useDeferredValue<number | null>(top, null)
  if (drawnTop === null) return { first: top, end: top + room }
  const [drawnFirst, drawnEnd] = [drawnTop - spare, drawnTop + room + spare]
  const isDrawn = (row: number) => drawnFirst <= row && row <= drawnEnd
  return {
    first: isDrawn(top) ? Math.max(top - spare, drawnFirst) : top,
    end: isDrawn(top + room) ? Math.min(top + room + spare, drawnEnd) : top + room,
  }
}

function useSight(ref: Rows['scroller'], { rowAt, rowHeightPx }: Ladder): Sight {
  const [sight, setSight] = useState<Sight>(() => ({ top: 0, room: guessRoom(rowHeightPx) }))
  useLayoutEffect(() => {
    const { current: scroller } = ref
    if (scroller === null) return undefined
    const look = () => {
      const top = rowAt(scroller.scrollTop)
      const room = Math.ceil(scroller.clientHeight / rowHeightPx)
      setSight((last) => (last.top === top && last.room === room ? last : { top, room }))
    }
    // It tells the first height as well, as soon as the page is laid out. To ask for it here would have that done
    // in the middle of React's work.
    const resizes = new ResizeObserver(look)
    resizes.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      resizes.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [ref, rowAt, rowHeightPx])
  return sight
}

/** Before the list has a place it is drawn as high as most are; what is found to be missing is drawn at once. */
const guessRoom = (rowHeightPx: number) => Math.ceil((innerHeight * 0.6) / rowHeightPx)

/** Scrolls as little as is needed; the head of the table stays above its rows and covers what is under it. */
function bringIntoSight(scroller: HTMLElement, start: number, height: number): void {
  const head = scroller.firstElementChild?.clientHeight ?? 0
  const lowest = start + height + head - scroller.clientHeight
  if (scroller.scrollTop > start) scroller.scrollTop = start
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest
}
