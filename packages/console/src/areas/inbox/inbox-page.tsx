import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../shared/data-table.tsx'
import { dropEmpty } from '../../shared/drop-empty.ts'
import { EmptyState } from '../../shared/empty-state.tsx'
import { ErrorState } from '../../shared/error-state.tsx'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page } from '../../shared/page.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BoxTabs } from './box-tabs.tsx'
import type { Pending } from './decide-dialog.tsx'
import { Filters, OverdueSwitch } from './filters.tsx'
import classes from './inbox.module.css'
import { tasksQuery, type TaskListItem } from './queries.ts'
import { newsKey, startAgain } from './refresh.ts'
import { taskFilterOf, type InboxSearch } from './search.ts'
import { useTaskColumns } from './task-columns.tsx'
import { TaskPane } from './task-pane.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'

const route = getRouteApi('/inbox')
const DecideDialog = lazy(async () => {
  const { DecideDialog: component } = await import('./decide-dialog.tsx')
  return { default: component }
})
const none: ReadonlySet<string> = new Set()

/** The one place where a person finds what waits for them, and decides it. */
export function InboxPage() {
  const { t } = useTranslation('inbox')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { box = 'todo', q, bizType, overdue, task: openTask } = search
  const tasks = useInfiniteQuery(tasksQuery(taskFilterOf(search)))
  const rows = useMemo(() => tasks.data?.pages.flatMap(({ items }) => items) ?? [], [tasks.data])
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
  const columns = useTaskColumns(box, open)
  const titleAlone = useMemo(() => columns.slice(0, 1), [columns])
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
  const isFiltered = q !== undefined || bizType !== undefined || overdue === true
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = tasks
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t(`lead.${box}`)} actions={<News />} />
      <BoxTabs current={box} />
      <Filters
        value={{ q, bizType }}
        onChange={change}
        searchRef={searchRef}
        onEnter={() => setCursor(0)}
      >
        {box === 'todo' && (
          <OverdueSwitch
            checked={overdue === true}
            onChange={(checked) => change({ overdue: checked ? true : undefined })}
          />
        )}
      </Filters>
      {meantRows.length > 0 && (
        <BatchBar count={meantRows.length} onAsk={ask} onClear={() => setChosen(none)} />
      )}
      <div className={classes.split}>
        <div className={classes.list}>
          {tasks.isError && rows.length === 0 ? (
            <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
          ) : (
            <DataTable
              label={t(`box.${box}`)}
              columns={openTask === undefined ? columns : titleAlone}
              rows={rows}
              keyOf={keyOf}
              nameOf={nameOf}
              rowHeightPx={64}
              isLoading={tasks.isPending}
              onOpen={open}
              cursor={cursor}
              onCursor={setCursor}
              onEnd={onEnd}
              {...(box === 'todo' ? { choice: { chosen, change: setChosen } } : {})}
              empty={
                <Empty
                  box={box}
                  onClear={
                    isFiltered
                      ? () => change({ q: undefined, bizType: undefined, overdue: undefined })
                      : undefined
                  }
                />
              }
            />
          )}
        </div>
        {openTask !== undefined && (
          <TaskPane taskNo={openTask} onMove={move} onClose={() => open(undefined)} />
        )}
      </div>
      <Suspense>
        {pending !== undefined && (
          <DecideDialog
            pending={pending}
            onClose={() => setPending(undefined)}
            onDecided={(decided) => {
              const gone = new Set(decided.map(keyOf))
              setChosen(new Set([...chosen].filter((key) => !gone.has(key))))
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** A way to what is new, where a list is too long to be read again by itself. */
function News() {
  const { t } = useTranslation('inbox')
  const queryClient = useQueryClient()
  const { data: hasNews = false } = useQuery({
    queryKey: newsKey,
    queryFn: () => false,
    enabled: false,
  })
  if (!hasNews) return null
  return (
    <Button variant="light" size="xs" onClick={() => void startAgain(queryClient)}>
      {t('news')}
    </Button>
  )
}

const keyOf = ({ taskNo }: TaskListItem) => taskNo
const nameOf = ({ instance }: TaskListItem) => instance.title

function Empty(props: {
  readonly box: 'todo' | 'done' | 'cc'
  readonly onClear: (() => void) | undefined
}) {
  const { t } = useTranslation('inbox')
  if (props.onClear !== undefined) {
    return (
      <EmptyState icon="search" title={t('empty.filtered')} hint={t('empty.filteredHint')}>
        <Button variant="default" onClick={props.onClear}>
          {t('empty.clear')}
        </Button>
      </EmptyState>
    )
  }
  const hint = props.box === 'todo' ? t('empty.todoHint') : undefined
  return <EmptyState icon="inbox" title={t(`empty.${props.box}`)} hint={hint} />
}

function toggled(chosen: ReadonlySet<string>, task: TaskListItem | undefined): ReadonlySet<string> {
  if (task === undefined) return chosen
  const next = new Set(chosen)
  if (!next.delete(task.taskNo)) next.add(task.taskNo)
  return next
}
