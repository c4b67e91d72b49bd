import { useCallback, useState } from 'react'
import type { TaskListItem } from './queries.ts'

/**
 * Which row the keyboard is on, -1 for none: the same task while others come above it; when it leaves, what
 * comes to its place.
 */
export function useCursor(rows: readonly TaskListItem[]) {
  const [last, setLast] = useState<{ index: number; taskNo?: string | undefined }>({ index: -1 })
  const index = findRow(rows, last)
  const taskNo = rows[index]?.taskNo ?? last.taskNo
  if (index !== last.index || taskNo !== last.taskNo) setLast({ index, taskNo })
  // The same function from one drawing to the next, or the filters and every row are drawn again.
  const setCursor = useCallback((row: number) => setLast({ index: row }), [])
  return [index, setCursor] as const
}

function findRow(
  rows: readonly TaskListItem[],
  { index, taskNo }: { readonly index: number; readonly taskNo?: string | undefined },
): number {
  // Nearly always it is where it was, among thousands.
  if (taskNo === undefined || rows[index]?.taskNo === taskNo) return index
  const found = rows.findIndex((row) => row.taskNo === taskNo)
  return found === -1 ? index : found
}
