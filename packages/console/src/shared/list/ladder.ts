/** The rows of a list from one on, under a head of their own. */
export interface RowGroup {
  readonly key: string
  readonly label: string
  /** How many it has, as it is shown. */
  readonly count: string
  /** Where its first row stands in the list. */
  readonly start: number
}

/** Where rows stand that are as high as each other, with the heads of groups among them. */
export interface Ladder {
  readonly rowHeightPx: number
  readonly heightPx: number
  readonly topOf: (row: number) => number
  /** The row at a height; of a head, the one before it. */
  readonly rowAt: (y: number) => number
}

export const headHeightPx = 36

interface Steps {
  readonly count: number
  readonly rowHeightPx: number
  /** Rows that have a head above them, in their order. */
  readonly starts: readonly number[]
}

export function createLadder({ count, rowHeightPx, starts }: Steps): Ladder {
  const headsUntil = (row: number) => starts.filter((start) => start <= row).length
  const topOf = (row: number) => row * rowHeightPx + headsUntil(row) * headHeightPx
  return {
    rowHeightPx,
    heightPx: count * rowHeightPx + starts.length * headHeightPx,
    topOf,
    rowAt: (y) => {
      const heads = starts.filter((start) => topOf(start) - headHeightPx <= y).length
      return Math.max(0, Math.floor((y - heads * headHeightPx) / rowHeightPx))
    },
  }
}
