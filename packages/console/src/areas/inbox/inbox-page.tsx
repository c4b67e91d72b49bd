import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePages } from '../../shared/list/use-pages.ts'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { BoxTabs } from './box-tabs.tsx'
import { BatchBar } from './decision/batch-bar.tsx'
import { QuickInRows } from './decision/quick-approval.tsx'
import { Filters, OverdueSwitch } from './filters.tsx'
import classes from './inbox.module.css'
import { tasksQuery } from './queries.ts'
import { newsKey, startAgain } from './refresh.ts'
import { taskFilterOf, type InboxSearch } from './search.ts'
import { TaskPane } from './task-pane.tsx'
import { TaskTable } from './task-table.tsx'
import { useInboxState } from './use-inbox-state.ts'

const route = getRouteApi('/inbox')
const DecideDialog = lazy(async () => {
  const { DecideDialog: component } = await import('./decision/decide-dialog.tsx')
  return { default: component }
})

/** The one place where a person finds what waits for them, and decides it. */
export function InboxPage() {
  const { t } = useTranslation('inbox')
  const search = route.useSearch()
  const { box = 'todo', task: openTask } = search
  const tasks = useInfiniteQuery(tasksQuery(taskFilterOf(search)))
  const { rows, onEnd } = usePages(tasks)
  const state = useInboxState(search, rows)
  const { chosenCount, pending } = state
  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t(`lead.${box}`)} actions={<News />} />
      <BoxTabs current={box} />
      <TaskFilters search={search} state={state} />
      {chosenCount > 0 && (
        <BatchBar count={chosenCount} onAsk={state.ask} onClear={state.chooseNone} />
      )}
      <div className={classes.split}>
        <div className={classes.list}>
          {tasks.isError && rows.length === 0 ? (
            <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
          ) : (
            <QuickInRows quick={state.quick}>
              <TaskTable
                search={search}
                state={state}
                rows={rows}
                isLoading={tasks.isPending}
                onEnd={onEnd}
              />
            </QuickInRows>
          )}
        </div>
        {openTask !== undefined && (
          <TaskPane
            taskNo={openTask}
            onMove={state.move}
            onClose={() => state.open(undefined)}
            onDecided={state.decided}
            panelRef={state.panelRef}
          />
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

function TaskFilters(props: {
  readonly search: InboxSearch
  readonly state: ReturnType<typeof useInboxState>
}) {
  const { box = 'todo', q, bizType, overdue } = props.search
  const { searchRef, change, setCursor } = props.state
  return (
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
