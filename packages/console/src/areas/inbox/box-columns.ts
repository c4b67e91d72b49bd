import type { Box } from './queries.ts'

export type ColumnId =
  'title' | 'initiator' | 'since' | 'due' | 'approve' | 'state' | 'with' | 'decision' | 'end'

interface BoxColumn {
  readonly id: ColumnId
  readonly sortedAs?: 'at'
}

const since = { id: 'since', sortedAs: 'at' } as const

/** The columns of each box, which can be sorted by when its tasks came. */
export const boxColumns: Readonly<Record<Box, readonly BoxColumn[]>> = {
  todo: [{ id: 'title' }, { id: 'initiator' }, since, { id: 'due' }, { id: 'approve' }],
  waiting: [{ id: 'title' }, { id: 'initiator' }, { id: 'state' }, { id: 'with' }],
  done: [{ id: 'title' }, { id: 'initiator' }, { id: 'decision' }, { id: 'end', sortedAs: 'at' }],
  cc: [{ id: 'title' }, { id: 'initiator' }, since],
}
