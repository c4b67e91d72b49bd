import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { typeAndNumber } from '../../../shared/biz-number.ts'
import { useBizTypeName } from '../../../shared/biz-types.ts'
import {
  FirstKeyField,
  KeyFieldNames,
  OtherKeyFields,
} from '../../../shared/key-fields/key-fields.tsx'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { leaveForRows } from '../../../shared/list/leave-for-rows.ts'
import { useServiceOrder, type SortedColumn } from '../../../shared/list/service-order.ts'
import { usePages } from '../../../shared/list/use-pages.ts'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { StatusBadge } from '../../../shared/status-badge.tsx'
import { Since } from '../../../shared/time-text.tsx'
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../inbox.module.css'
import { instancesQuery, type InstanceColumn, type ProcessInstance } from '../queries.ts'
import { instanceFilterOf, type ApprovalsSearch } from '../search.ts'

interface Props {
  readonly box: 'initiated' | 'all'
  readonly search: ApprovalsSearch
  readonly cursor: number
  readonly onCursor: (row: number) => void
  /** Leads to the search field. */
  readonly onSearch: () => void
}

/** The approvals a person started, or all, and the keys that lead through them. */
export function StartedTable({ box, search, cursor, onCursor, onSearch }: Props) {
  const { t } = useTranslation('inbox')
  const navigate = useNavigate()
  const columns = useInstanceColumns(box)
  const instances = useInfiniteQuery(
    instancesQuery(box, instanceFilterOf(search), useServiceOrder(columns)),
  )
  const { rows, paged } = usePages(instances, 'id')
  const open = (row: ProcessInstance | undefined) => {
    if (row !== undefined) void navigate({ to: '/approvals/$id', params: { id: row.id } })
  }
  const move = (step: number) => {
    leaveForRows()
    onCursor(Math.max(0, Math.min(rows.length - 1, cursor + step)))
  }
  useShortcuts([
    { keys: 'j', label: t('key.next'), run: () => move(1) },
    { keys: 'k', label: t('key.previous'), run: () => move(-1) },
    { keys: 'Enter', label: t('key.open'), run: () => open(rows[cursor]) },
    { keys: '/', label: t('key.search'), run: onSearch },
  ])
  if (instances.isError && rows.length === 0) {
    return <ErrorState error={instances.error} onRetry={() => void instances.refetch()} />
  }
  return (
    <KeyFieldNames of={rows}>
      <DataTable
        label={t(titles[box])}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        rowHeightPx={64}
        isLoading={instances.isPending}
        onOpen={open}
        cursor={cursor}
        onCursor={onCursor}
        {...paged}
        empty={<Empty isFiltered={box === 'all' || Object.keys(search).length > 0} />}
      />
    </KeyFieldNames>
  )
}

const titles = { initiated: 'startedTitle', all: 'allTitle' } as const

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const { t } = useTranslation('inbox')
  return isFiltered ? (
    <EmptyState icon="search" title={t('empty.filtered')} hint={t('empty.filteredHint')} />
  ) : (
    <EmptyState icon="send" title={t('empty.started')} />
  )
}

function useInstanceColumns(
  box: Props['box'],
): readonly SortedColumn<ProcessInstance, InstanceColumn>[] {
  const { t } = useTranslation('inbox')
  const initiator: SortedColumn<ProcessInstance, never> = {
    id: 'initiator',
    header: t('column.initiator'),
    width: 'minmax(8rem, 1fr)',
    wideOnly: true,
    cell: (instance) => instance.initiator.name,
  }
  return [
    {
      id: 'title',
      header: t('column.title'),
      width: 'minmax(14rem, 3fr)',
      cell: (instance) => <TitleCell instance={instance} />,
      sortedAs: 'title',
    },
    {
      id: 'status',
      header: t('column.status'),
      width: '8rem',
      cell: ({ status }) => <StatusBadge status={status} />,
      sortedAs: 'status',
    },
    ...(box === 'all' ? [initiator] : []),
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
      sortedAs: 'createdAt',
    },
  ]
}

function TitleCell({ instance }: { readonly instance: ProcessInstance }) {
  const { t } = useTranslation('inbox')
  const nameOf = useBizTypeName()
  const { id, title, bizType, bizId, round } = instance
  return (
    <div className={classes.what}>
      <span className={classes.over}>
        <Link to="/approvals/$id" params={{ id }} className={classes.title ?? ''}>
          {title}
        </Link>
        <FirstKeyField {...instance} />
      </span>
      <span className={classes.under}>
        <OtherKeyFields {...instance} />
        {typeAndNumber(nameOf(bizType), bizId)}
        {round > 1 && ` · ${t('row.round', { round })}`}
      </span>
    </div>
  )
}
