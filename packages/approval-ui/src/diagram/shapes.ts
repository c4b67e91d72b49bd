/** A rectangle, in the units of the drawing. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export type ShapeKind = 'event' | 'end' | 'gateway' | 'task' | 'container' | 'note'

export interface Shape extends Box {
  readonly id: string
  readonly name: string
  readonly kind: ShapeKind
  /** Sign inside a gateway: `×`, `+` or `○`. */
  readonly sign: string
  /** Where the drawing puts the name, when it says so. */
  readonly label: Box | undefined
}

export interface Edge {
  readonly id: string
  readonly name: string
  readonly points: readonly Point[]
}
