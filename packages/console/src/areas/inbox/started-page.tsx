import { Button, Select } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typeAndNumber } from '../../shared/biz-number.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { DataTable, type Column } from '../../shared/data-table.tsx'
import { dropEmpty } from '../../shared/drop-empty.ts'
import { EmptyState } from '../../shared/empty-state.tsx'
import { ErrorState } from '../../shared/error-state.tsx'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page } from '../../shared/page.tsx'
import { StatusBadge } from '../../shared/status-badge.tsx'
import { Since } from '../../shared/time-text.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { usePages } from '../../shared/use-pages.ts'
import { BoxTabs } from './box-tabs.tsx'
import { Filters } from './filters.tsx'
import classes from './inbox.module.css'
import { startedQuery, type ProcessInstance } from './queries.ts'
import { instanceStatuses, type StartedSearch } from './search.ts'

const route = getRouteApi('/started')

/** What the person asked others to decide, and how it stands. */
export function StartedPage() {
  const { t } = useTranslation(['inbox', 'common'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const instances = useInfiniteQuery(startedQuery(search))
  const { rows, onEnd } = usePages(instances)
  const columns = useInstanceColumns()
  const [cursor, setCursor] = useState(-1)
  const searchRef = useRef<HTMLInputElement>(null)
  const change = (next: { [K in keyof StartedSearch]?: StartedSearch[K] | undefined }) => {
    setCursor(-1)
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  }
  const open = (row: ProcessInstance | undefined) => {
    if (row !== undefined) void navigate({ to: '/approvals/$id', params: { id: row.id } })
  }
  const move = (step: number) => setCursor(Math.max(0, Math.min(rows.length - 1, cursor + step)))
  useShortcuts([
    { keys: 'j', label: t('key.next'), run: () => move(1) },
    { keys: 'k', label: t('key.previous'), run: () => move(-1) },
    { keys: 'Enter', label: t('key.open'), run: () => open(rows[cursor]) },
    { keys: '/', label: t('key.search'), run: () => searchRef.current?.focus() },
  ])
  const isFiltered = Object.keys(search).length > 0
  return (
    <Page fill>
      <PageHeader
        title={t('startedTitle')}
        lead={t('lead.started')}
        actions={
          <Button component={Link} to="/start">
            {t('common:nav.start')}
          </Button>
        }
      />
      <BoxTabs current="started" />
      <Filters value={search} onChange={change} searchRef={searchRef} onEnter={() => setCursor(0)}>
        <Select
          aria-label={t('filter.status')}
          placeholder={t('filter.allStates')}
          clearable
          w={170}
          data={instanceStatuses.map((value) => ({ value, label: t(`common:status.${value}`) }))}
          value={search.status ?? null}
          onChange={(status) => change({ status: status ?? undefined })}
        />
      </Filters>
      <div className={classes.list}>
        {instances.isError && rows.length === 0 ? (
          <ErrorState error={instances.error} onRetry={() => void instances.refetch()} />
        ) : (
          <DataTable
            label={t('box.started')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            nameOf={({ title }) => title}
            rowHeightPx={64}
            isLoading={instances.isPending}
            onOpen={open}
            cursor={cursor}
            onCursor={setCursor}
            onEnd={onEnd}
            empty={
              <EmptyState
                icon={isFiltered ? 'search' : 'send'}
                title={isFiltered ? t('empty.filtered') : t('empty.started')}
                hint={isFiltered ? t('empty.filteredHint') : undefined}
              />
            }
          />
        )}
      </div>
    </Page>
  )
}

function useInstanceColumns(): readonly Column<ProcessInstance>[] {
  const { t } = useTranslation('inbox')
  const nameOf = useBizTypeName()
  return [
    {
      id: 'title',
      header: t('column.title'),
      width: 'minmax(14rem, 3fr)',
      cell: (instance) => (
        <>
          <Link to="/approvals/$id" params={{ id: instance.id }} className={classes.title ?? ''}>
            {instance.title}
          </Link>
          <span className={classes.under}>
            {typeAndNumber(nameOf(instance.bizType), instance.bizId)}
            {instance.round > 1 && ` · ${t('row.round', { round: instance.round })}`}
          </span>
        </>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      width: '8rem',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'step',
      header: t('column.step'),
      width: 'minmax(8rem, 1fr)',
      wideOnly: true,
      cell: ({ currentNodes }) => currentNodes.map(({ name }) => name).join(', '),
    },
    {
      id: 'startedAt',
      header: t('column.startedAt'),
      width: '10rem',
      wideOnly: true,
      cell: ({ createdAt }) => <Since time={createdAt} />,
    },
  ]
}
