import type { PointerEvent } from 'react'
import type { Stroke } from '../queries.ts'
import { beginStroke, continueStroke, FIELD, toField } from './strokes.ts'

interface Props {
  readonly label: string
  readonly strokes: readonly Stroke[]
  /** Left out, it is only shown. */
  readonly onDraw?: (change: (before: readonly Stroke[]) => readonly Stroke[]) => void
}

/** A field that somebody draws in with the mouse, a pen or a finger. */
export function SignatureField({ label, strokes, onDraw }: Props) {
  const draw =
    (change: typeof beginStroke, isDown: (event: PointerEvent) => boolean) =>
    (event: PointerEvent<SVGSVGElement>) => {
      if (onDraw === undefined || !isDown(event)) return
      const point = toField(event, event.currentTarget.getBoundingClientRect())
      onDraw((before) => change(before, point))
    }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
      style={{
        width: '100%',
        maxWidth: '26rem',
        // A finger draws and does not scroll.
        touchAction: onDraw === undefined ? 'auto' : 'none',
        cursor: onDraw === undefined ? 'default' : 'crosshair',
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-sm)',
      }}
      onPointerDown={draw(beginStroke, ({ button }) => button === 0)}
      onPointerMove={draw(continueStroke, ({ buttons }) => buttons === 1)}
    >
      {strokes.map((stroke, index) => (
        <polyline
          key={index}
          points={stroke.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
    </svg>
  )
}
