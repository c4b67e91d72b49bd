import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import type { Pending } from './decision/decide.ts'
import type { TaskListItem } from './queries.ts'
import type { InboxSearch } from './search.ts'
import { chosenTasks, meantTasks, nextRow, noneChosen, toggled, without } from './selection.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

const route = getRouteApi('/inbox')

/** Which task is open, which row has the keyboard, what is chosen, and what is about to be decided. */
export function useInboxState(search: InboxSearch, rows: readonly TaskListItem[]) {
  const { box = 'todo', task: openTask } = search
  const { narrow, open } = useInboxAddress()
  const [chosen, setChosen] = useState(noneChosen)
  const [pending, setPending] = useState<Pending>()
  const [cursor, setCursor] = useState(-1)
  const searchRef = useRef<HTMLInputElement>(null)
  const place = { openTask, cursor }

  const change = (next: SearchChange) => {
    setChosen(noneChosen)
    setCursor(-1)
    narrow(next)
  }
  const move = (step: number) => {
    const next = nextRow(rows, place, step)
    setCursor(next)
    if (openTask !== undefined) open(rows[next])
  }
  const ask = (action: Pending['action']) => {
    const tasks = meantTasks(rows, chosen, place)
    if (box === 'todo' && tasks.length > 0) setPending({ action, tasks })
  }
  useInboxKeys({
    isTodo: box === 'todo',
    move,
    open: () => open(rows[cursor]),
    toggle: () => setChosen(toggled(chosen, rows[cursor])),
    ask,
    search: () => searchRef.current?.focus(),
    close: () => open(undefined),
  })
  return {
    chosen,
    setChosen,
    chooseNone: () => setChosen(noneChosen),
    chosenCount: chosenTasks(rows, chosen).length,
    pending,
    askNothing: () => setPending(undefined),
    cursor,
    setCursor,
    searchRef,
    change,
    open,
    move,
    ask,
    forget: (decided: readonly TaskListItem[]) => setChosen(without(chosen, decided)),
  }
}

type SearchChange = { [K in keyof InboxSearch]?: InboxSearch[K] | undefined }

/** The address says what the list is narrowed to and which task is open beside it. */
function useInboxAddress() {
  const navigate = route.useNavigate()
  const narrow = (next: SearchChange) =>
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  // The same function from one drawing to the next, or every row is drawn again.
  const open = useCallback(
    (task: TaskListItem | undefined) => {
      void navigate({ search: (before) => dropEmpty({ ...before, task: task?.taskNo }) })
    },
    [navigate],
  )
  return { narrow, open }
}
