import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from '../../text/i18n.ts'
import classes from './data-table.module.css'
import { narrowest, widest } from './layout.ts'

const stepPx = 16

/**
 * The edge of a column, which is dragged, or moved by the arrows once it has the focus. The edges of a
 * table are one stop for Tab: up and down lead from one to the next.
 */
export function ColumnHandle(props: {
  readonly name: string
  /** In pixels; undefined while the column has the width that it comes with. */
  readonly width: number | undefined
  readonly isTabStop: boolean
  readonly onResize: (width: number | undefined) => void
}) {
  const { t } = useTranslation('common')
  const label = t('table.widthOf', { name: props.name })
  const edge = useRef<HTMLDivElement>(null)
  const drawn = () => Math.round(edge.current?.parentElement?.getBoundingClientRect().width ?? 0)
  const drag = useDrag(drawn, props.onResize)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -stepPx, ArrowRight: stepPx }[event.key]
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined && way === undefined && event.key !== 'Home') return
    event.preventDefault()
    if (way !== undefined) focusBeside(edge.current, way)
    else props.onResize(step === undefined ? undefined : (props.width ?? drawn()) + step)
  }
  return (
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={props.width ?? narrowest}
      aria-valuetext={props.width === undefined ? t('table.ownWidth') : `${props.width} px`}
      title={t('table.widthHint')}
      tabIndex={props.isTabStop ? 0 : -1}
      className={classes.handle}
      {...drag}
      onDoubleClick={() => props.onResize(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}

/** Follows the pointer from where it took the edge. @param drawn How wide the column is now. */
function useDrag(drawn: () => number, onResize: (width: number) => void) {
  const from = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const end = () => {
    from.current = undefined
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, width: drawn() }
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (from.current !== undefined) onResize(from.current.width + clientX - from.current.x)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

function focusBeside(edge: HTMLElement | null, way: number): void {
  const row = edge?.closest('[role=row]')
  const edges = [...(row?.querySelectorAll<HTMLElement>('[role=separator]') ?? [])]
  edges[edges.findIndex((other) => other === edge) + way]?.focus()
}
