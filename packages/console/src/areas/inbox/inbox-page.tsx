import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, memo, Suspense, useDeferredValue, useEffect } from 'react'
import { useServiceOrder } from '../../shared/list/service-order.ts'
import { usePages } from '../../shared/list/use-pages.ts'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { whenIdle } from '../../shared/when-idle.ts'
import { useTranslation } from '../../text/i18n.ts'
import { boxColumns } from './box-columns.ts'
import { BoxTabs as DrawnTabs } from './box-tabs.tsx'
import { BatchBar } from './decision/batch-bar.tsx'
import { QuickInRows } from './decision/quick-approval.tsx'
import { ExportButton } from './export-button.tsx'
import { Filters, OverdueSwitch } from './filters.tsx'
import classes from './inbox.module.css'
import { countsQuery, countText, readTaskTable, tasksQuery } from './queries.ts'
import { newsKey, startAgain } from './refresh.ts'
import { SavedFilters as DrawnSavedFilters } from './saved/saved-filters.tsx'
import { isNarrowed, taskFilterOf, type InboxSearch } from './search.ts'
import { loadApprovalView, TaskPane } from './task-pane.tsx'
import { TaskTable } from './task-table.tsx'
import { useInboxState } from './use-inbox-state.ts'

const route = getRouteApi('/inbox')
const DecideDialog = lazy(async () => {
  const { DecideDialog: component } = await import('./decision/decide-dialog.tsx')
  return { default: component }
})

/** What fails here is told when a task is opened: it is asked for again. */
const loadAhead = () => void loadApprovalView().catch(() => undefined)

/** The one place where a person finds what waits for them, and decides it. */
export function InboxPage() {
  const search = route.useSearch()
  const { tasks, list } = useTasks(search)
  const { rows } = list
  const state = useInboxState(search, rows)
  useEffect(() => whenIdle(loadAhead), [])
  return (
    <Page fill>
      <Header search={search} shown={tasks.data && shownText(rows, list.isWhole)} />
      <BoxTabs current={search.box ?? 'todo'} />
      <TaskFilters
        search={search}
        searchRef={state.searchRef}
        change={state.change}
        setCursor={state.setCursor}
      />
      <SavedFilters search={search} />
      {state.chosenCount > 0 && (
        <BatchBar count={state.chosenCount} onAsk={state.ask} onClear={state.chooseNone} />
      )}
      <div className={classes.split}>
        <div className={classes.list}>
          {tasks.isError && rows.length === 0 ? (
            <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
          ) : (
            <QuickInRows quick={state.quick}>
              <TaskTable search={search} state={state} {...list} />
            </QuickInRows>
          )}
        </div>
        {search.task !== undefined && (
          <TaskPane
            taskNo={search.task}
            onMove={state.move}
            onClose={() => state.open(undefined)}
            onDecided={state.decided}
            panelRef={state.panelRef}
          />
        )}
      </div>
      <Asked state={state} />
    </Page>
  )
}

/** In the order of the table. The first come after the page around them: all at once is a tenth of a second on a phone. */
function useTasks(search: InboxSearch) {
  const sort = useServiceOrder(boxColumns[search.box ?? 'todo'])
  const tasks = useInfiniteQuery(tasksQuery(taskFilterOf(search), sort))
  const areThere = useDeferredValue(!tasks.isPending, false)
  const list = {
    ...usePages(tasks, 'taskNo'),
    isByDue: sort === undefined,
    isLoading: tasks.isPending || !areThere,
    isWhole: !tasks.hasNextPage,
  }
  return { tasks, list }
}

/** The dialog of what was asked for several tasks. */
function Asked({ state }: { readonly state: ReturnType<typeof useInboxState> }) {
  return (
    <Suspense>
      {state.pending !== undefined && (
        <DecideDialog pending={state.pending} onClose={state.askNothing} onDecided={state.forget} />
      )}
    </Suspense>
  )
}

const shownText = ({ length }: readonly unknown[], isWhole: boolean) =>
  isWhole ? String(length) : `${length}+`

// The page is drawn with each key that moves the cursor: what stands above the list stays as it is.
const BoxTabs = memo(DrawnTabs)
const SavedFilters = memo(DrawnSavedFilters)
const Header = memo(DrawnHeader)
const TaskFilters = memo(DrawnFilters)

/** The same number as in the navigation: of what is to do; and how much of it is shown. */
function DrawnHeader(props: {
  readonly search: InboxSearch
  /** How many are in the list; absent until it is there. */
  readonly shown: string | undefined
}) {
  const { t } = useTranslation('inbox')
  const { data: counts } = useQuery(countsQuery)
  const { box = 'todo' } = props.search
  const { todo = 0, cap = 0 } = counts ?? {}
  const total = countText(todo, cap)
  const waiting =
    isNarrowed(props.search) && props.shown !== undefined
      ? t('lead.matching', { shown: props.shown, total })
      : t('lead.count', { count: todo, shown: total })
  return (
    <PageHeader
      title={t('title')}
      {...(todo > 0 ? { count: total } : {})}
      lead={box === 'todo' && todo > 0 ? waiting : t(`lead.${box}`)}
      actions={<News />}
    />
  )
}

function DrawnFilters(
  props: { readonly search: InboxSearch } & Pick<
    ReturnType<typeof useInboxState>,
    'searchRef' | 'change' | 'setCursor'
  >,
) {
  const { box = 'todo', q, bizType, overdue } = props.search
  const { searchRef, change, setCursor } = props
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
      <ExportButton name={`tasks-${box}`} read={() => readTaskTable(taskFilterOf(props.search))} />
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
