import type { ApprovalPanel } from '@countersign/approval-ui'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { hasLeft, tellDecided, type Decided } from './decision/after-decision.ts'
import type { Pending } from './decision/decide.ts'
import type { Box, TaskListItem } from './queries.ts'
import { refreshInbox } from './refresh.ts'
import type { InboxSearch } from './search.ts'
import {
  afterRow,
  chosenTasks,
  meantTasks,
  nextRow,
  noneChosen,
  toggled,
  without,
  type Chosen,
  type Place,
} from './selection.ts'
import { useCursor } from './use-cursor.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useQuickInRows, type Open } from './use-quick-in-rows.ts'

const route = getRouteApi('/inbox')

/** Which task is open, which row has the keyboard, what is chosen, and what is about to be decided. */
export function useInboxState(search: InboxSearch, rows: readonly TaskListItem[]) {
  const { box = 'todo', task: openTask } = search
  const [chosen, setChosen] = useState(noneChosen)
  const [cursor, setCursor] = useCursor(rows)
  const { change, open } = useInboxAddress(setChosen, setCursor)
  const searchRef = useRef<HTMLInputElement>(null)
  const place = { openTask, cursor }
  const { ask, quick, approveAtOnce, ...deciding } = useDeciding({
    box,
    rows,
    chosen,
    place,
    open,
    setCursor,
  })

  const move = (step: number) => {
    const next = nextRow(rows, place, step)
    setCursor(next)
    if (openTask !== undefined) open(rows[next])
  }
  useInboxKeys({
    isTodo: box === 'todo',
    move,
    open: () => open(rows[cursor]),
    toggle: () => setChosen(toggled(chosen, rows[cursor])),
    ask,
    approveAtOnce,
    search: () => searchRef.current?.focus(),
    close: () => {
      quick.leave()
      open(undefined)
    },
  })
  return {
    chosen,
    setChosen,
    chooseNone: () => setChosen(noneChosen),
    chosenCount: chosenTasks(rows, chosen).length,
    ...deciding,
    cursor,
    setCursor,
    quick,
    searchRef,
    change,
    open,
    move,
    ask,
    forget: (decided: readonly TaskListItem[]) => setChosen(without(chosen, decided)),
  }
}

interface Deciding {
  readonly box: Box
  readonly rows: readonly TaskListItem[]
  readonly chosen: Chosen
  readonly place: Place
  readonly open: Open
  readonly setCursor: (row: number) => void
}

/** The ways to a decision: its form, the panel beside the list, and the rows themselves. */
function useDeciding({ box, rows, chosen, place, open, setCursor }: Deciding) {
  const decided = useDecided(box, rows)
  const asking = useAsking({
    isTodo: box === 'todo',
    isOpen: place.openTask !== undefined && chosenTasks(rows, chosen).length === 0,
    findMeant: () => meantTasks(rows, chosen, place),
  })
  const quick = useQuickInRows({ rows, place, open, setCursor, decided })
  const shown = useShown(place.openTask)
  return {
    ...asking,
    ...quick,
    // Who has gone elsewhere before the answer came is not led away from there.
    decided: (detail: Decided) =>
      decided(detail, shown.current === detail.taskNo ? open : () => undefined),
  }
}

/** The task that is open beside the list now; none once the page is left. */
function useShown(openTask: string | undefined) {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    shown.current = openTask
    return () => void (shown.current = undefined)
  }, [openTask])
  return shown
}

interface Asking {
  readonly isTodo: boolean
  /** Whether it is about the open task alone. */
  readonly isOpen: boolean
  readonly findMeant: () => readonly TaskListItem[]
}

/** What is about to be decided, here or in the open task's own form: one form for mouse and keys. */
function useAsking({ isTodo, isOpen, findMeant }: Asking) {
  const [pending, setPending] = useState<Pending>()
  const panelRef = useRef<ApprovalPanel>(null)
  const ask = (action: Pending['action']) => {
    if (isOpen && panelRef.current !== null) return void panelRef.current.press(action)
    const tasks = findMeant()
    if (isTodo && tasks.length > 0) setPending({ action, tasks })
  }
  return { ask, pending, askNothing: () => setPending(undefined), panelRef }
}

/** What a decision leads to: a word about this task, and where tasks are looked at the next one. */
function useDecided(box: Box, rows: readonly TaskListItem[]) {
  const queryClient = useQueryClient()
  return (detail: Decided, show: Open) => {
    refreshInbox(queryClient, hasLeft(detail) ? [{ taskNo: detail.taskNo, box: 'done' }] : [])
    if (box !== 'todo' || !hasLeft(detail)) return
    show(afterRow(rows, detail.taskNo))
    tellDecided(detail, (again) => {
      refreshInbox(queryClient, [])
      show(again)
    })
  }
}

type SearchChange = { [K in keyof InboxSearch]?: InboxSearch[K] | undefined }

/** The address says what the list is narrowed to and which task is open beside it. */
function useInboxAddress(setChosen: (chosen: Chosen) => void, setCursor: (row: number) => void) {
  const navigate = route.useNavigate()
  // The same functions from one drawing to the next, or the filters and every row are drawn again.
  const change = useCallback(
    (next: SearchChange) => {
      setChosen(noneChosen)
      setCursor(-1)
      void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
    },
    [navigate, setChosen, setCursor],
  )
  const open = useCallback(
    (task: Parameters<Open>[0]) => {
      void navigate({ search: (before) => dropEmpty({ ...before, task: task?.taskNo }) })
    },
    [navigate],
  )
  return { change, open }
}
