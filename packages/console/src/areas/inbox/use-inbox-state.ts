import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { dropEmpty } from '../../shared/drop-empty.ts'
import type { Pending } from './decide-dialog.tsx'
import type { TaskListItem } from './queries.ts'
import type { InboxSearch } from './search.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

const route = getRouteApi('/inbox')
const none: ReadonlySet<string> = new Set()

/** Which task is open, which row has the keyboard, what is chosen, and what is about to be decided. */
export function useInboxState(search: InboxSearch, rows: readonly TaskListItem[]) {
  const navigate = route.useNavigate()
  const { box = 'todo', task: openTask } = search
  const [chosen, setChosen] = useState(none)
  // What has left the list meanwhile is no longer meant.
  const meantRows = rows.filter(({ taskNo }) => chosen.has(taskNo))
  const [pending, setPending] = useState<Pending>()
  const [cursor, setCursor] = useState(-1)
  const searchRef = useRef<HTMLInputElement>(null)

  const change = useCallback(
    (next: { [K in keyof InboxSearch]?: InboxSearch[K] | undefined }) => {
      setChosen(none)
      setCursor(-1)
      void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
    },
    [navigate],
  )
  const open = useCallback(
    (task: TaskListItem | undefined) => {
      void navigate({ search: (before) => dropEmpty({ ...before, task: task?.taskNo }) })
    },
    [navigate],
  )
  const move = (step: number) => {
    const at = openTask === undefined ? cursor : rows.findIndex(({ taskNo }) => taskNo === openTask)
    const next = Math.max(0, Math.min(rows.length - 1, at + step))
    setCursor(next)
    if (openTask !== undefined) open(rows[next])
  }
  const meant = (): readonly TaskListItem[] => {
    if (meantRows.length > 0) return meantRows
    const current = rows.find(({ taskNo }) => taskNo === openTask) ?? rows[cursor]
    return current === undefined ? [] : [current]
  }
  const ask = (action: Pending['action']) => {
    const asked = meant()
    if (box === 'todo' && asked.length > 0) setPending({ action, tasks: asked })
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
    chooseNone: () => setChosen(none),
    meantRows,
    pending,
    askNothing: () => setPending(undefined),
    cursor,
    setCursor,
    searchRef,
    change,
    open,
    move,
    ask,
    /** What is decided is not chosen any more. */
    forget: (decided: readonly TaskListItem[]) => {
      const gone = new Set(decided.map(({ taskNo }) => taskNo))
      setChosen(new Set([...chosen].filter((key) => !gone.has(key))))
    },
  }
}

function toggled(chosen: ReadonlySet<string>, task: TaskListItem | undefined): ReadonlySet<string> {
  if (task === undefined) return chosen
  const next = new Set(chosen)
  if (!next.delete(task.taskNo)) next.add(task.taskNo)
  return next
}
