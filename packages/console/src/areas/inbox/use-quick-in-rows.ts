import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Decided } from './decision/after-decision.ts'
import { useQuickApproval, type QuickApproval } from './decision/use-quick-approval.ts'
import type { TaskListItem } from './queries.ts'
import { refreshInbox } from './refresh.ts'
import type { Place } from './selection.ts'

export type Open = (task: Pick<TaskListItem, 'taskNo'> | undefined) => void

interface InRows {
  readonly rows: readonly TaskListItem[]
  readonly place: Place
  readonly open: Open
  readonly setCursor: (row: number) => void
  readonly decided: (detail: Decided, show: Open) => void
}

export interface QuickInRows {
  readonly quick: QuickApproval
  /** Presses the row at the cursor, or else the first. */
  readonly approveAtOnce: () => void
}

/** Approving from the rows: the list stays, and the keyboard is where the task was. */
export function useQuickInRows({ rows, place, open, setCursor, decided }: InRows): QuickInRows {
  const queryClient = useQueryClient()
  const openTask = useRef(place.openTask)
  openTask.current = place.openTask
  const quick = useQuickApproval({
    // Who has opened another one meanwhile is not led away from it.
    openForm: (row) => {
      if (openTask.current === undefined) open(row)
    },
    onDecided: (detail) => {
      setCursor(rows.findIndex(({ taskNo }) => taskNo === detail.taskNo))
      decided(detail, () => undefined)
    },
    onRefused: () => refreshInbox(queryClient, []),
  })
  const approveAtOnce = () => {
    if (place.openTask !== undefined) return
    const at = Math.max(0, place.cursor)
    const row = rows[at]
    if (row === undefined || isInSight(row)) return quick.press(row)
    // First it is shown: what is out of sight is not decided. Only a cursor that moves brings its row.
    setCursor(-1)
    requestAnimationFrame(() => setCursor(at))
  }
  return { quick, approveAtOnce }
}

/** Whether the row is drawn where its table shows it. */
function isInSight({ taskNo }: TaskListItem): boolean {
  const row = document.querySelector(`[data-row="${CSS.escape(taskNo)}"]`)
  const table = row?.closest('[role=table]')
  if (row === null || table === null || table === undefined) return false
  const [inner, outer] = [row.getBoundingClientRect(), table.getBoundingClientRect()]
  return inner.bottom >= outer.top && inner.top <= outer.bottom
}
