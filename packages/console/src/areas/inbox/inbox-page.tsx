import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../shared/data-table.tsx'
import { EmptyState } from '../../shared/empty-state.tsx'
import { ErrorState } from '../../shared/error-state.tsx'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page } from '../../shared/page.tsx'
import { usePages } from '../../shared/use-pages.ts'
import { BatchBar } from './batch-bar.tsx'
import { BoxTabs } from './box-tabs.tsx'
import { Filters, OverdueSwitch } from './filters.tsx'
import classes from './inbox.module.css'
import { tasksQuery, type TaskListItem } from './queries.ts'
import { newsKey, startAgain } from './refresh.ts'
import { taskFilterOf } from './search.ts'
import { useTaskColumns } from './task-columns.tsx'
import { TaskPane } from './task-pane.tsx'
import { useInboxState } from './use-inbox-state.ts'

const route = getRouteApi('/inbox')
const DecideDialog = lazy(async () => {
  const { DecideDialog: component } = await import('./decide-dialog.tsx')
  return { default: component }
})

/** The one place where a person finds what waits for them, and decides it. */
export function InboxPage() {
  const { t } = useTranslation('inbox')
  const search = route.useSearch()
  const { box = 'todo', q, bizType, overdue, task: openTask } = search
  const tasks = useInfiniteQuery(tasksQuery(taskFilterOf(search)))
  const { rows, onEnd } = usePages(tasks)
  const state = useInboxState(search, rows)
  const { chosen, meantRows, pending, cursor, searchRef, change, open } = state
  const columns = useTaskColumns(box, open)
  const titleAlone = useMemo(() => columns.slice(0, 1), [columns])
  const isFiltered = q !== undefined || bizType !== undefined || overdue === true

  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t(`lead.${box}`)} actions={<News />} />
      <BoxTabs current={box} />
      <Filters
        value={{ q, bizType }}
        onChange={change}
        searchRef={searchRef}
        onEnter={() => state.setCursor(0)}
      >
        {box === 'todo' && (
          <OverdueSwitch
            checked={overdue === true}
            onChange={(checked) => change({ overdue: checked ? true : undefined })}
          />
        )}
      </Filters>
      {meantRows.length > 0 && (
        <BatchBar count={meantRows.length} onAsk={state.ask} onClear={state.chooseNone} />
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
              onCursor={state.setCursor}
              onEnd={onEnd}
              {...(box === 'todo' ? { choice: { chosen, change: state.setChosen } } : {})}
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
          <TaskPane taskNo={openTask} onMove={state.move} onClose={() => open(undefined)} />
        )}
      </div>
      <Suspense>
        {pending !== undefined && (
          <DecideDialog pending={pending} onClose={state.askNothing} onDecided={state.forget} />
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
