/** Lines of two texts that differ, with a few around them. */
export interface TextHunk {
  /** Number of its first line in the old and the new text, counted from 1. */
  readonly fromLine: number
  readonly toLine: number
  readonly lines: readonly {
    readonly change: 'same' | 'added' | 'removed'
    readonly text: string
  }[]
}

export interface Patch {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

const marks = { ' ': 'same', '+': 'added', '-': 'removed' } as const

const MAX_LINE_CHARACTERS = 2_000

/** Words the hunks of a unified diff, whose lines begin with a mark. */
export function toHunks(patches: readonly Patch[], maxLines: number): TextHunk[] {
  const hunks: TextHunk[] = []
  let left = maxLines
  for (const { oldStart, newStart, lines } of patches) {
    const shown = lines.flatMap((line) => {
      const change = marks[line[0] as keyof typeof marks] as
        'same' | 'added' | 'removed' | undefined
      // "\ No newline at end of file" is about the file and no line of it.
      if (change === undefined) return []
      return [{ change, text: line.slice(1, 1 + MAX_LINE_CHARACTERS).toWellFormed() }]
    })
    if (shown.length > left) break
    left -= shown.length
    hunks.push({ fromLine: oldStart, toLine: newStart, lines: shown })
  }
  return hunks
}
