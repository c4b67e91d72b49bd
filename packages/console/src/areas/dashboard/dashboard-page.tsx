import { Alert, SegmentedControl, Select, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../me/me.ts'
import { bizTypesQuery } from '../../shared/biz-types.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { Icon } from '../../shared/icon.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page, Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { formatDuration, formatNumber } from '../../text/format.ts'
import { Bars, type Bar } from './bars.tsx'
import classes from './dashboard.module.css'
import { incidentCountsQuery } from '../../shared/incidents.ts'
import { statisticsQuery, type Statistics } from './queries.ts'
import { periods, type DashboardSearch } from './search.ts'

const route = getRouteApi('/dashboard')
const usualDays = 30
const shown = 8

/** How long decisions take, where they pile up, and how often they come back. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const { days = usualDays, bizType } = route.useSearch()
  const statistics = useQuery(statisticsQuery({ days, bizType }))
  return (
    <Page>
      <PageHeader title={t('title')} lead={t('lead')} actions={<Filters />} />
      <IncidentNotice />
      {statistics.isPending && <BlockSkeleton lines={8} />}
      {statistics.isError && (
        <ErrorState error={statistics.error} onRetry={() => void statistics.refetch()} />
      )}
      {statistics.data !== undefined && (
        <div
          className={statistics.isPlaceholderData ? classes.waiting : ''}
          aria-busy={statistics.isPlaceholderData}
        >
          <Content statistics={statistics.data} />
        </div>
      )}
    </Page>
  )
}

/** To administrators: how much is stuck. */
function IncidentNotice() {
  const { t } = useTranslation('dashboard')
  const isAdministrator = useMay('bpm:instance:admin')
  const { data } = useQuery({ ...incidentCountsQuery, enabled: isAdministrator })
  if (data === undefined || data.open === 0) return null
  return (
    <Alert color="red" icon={<Icon name="alert" />}>
      <Link to="/incidents">{t('stuck', { count: data.open })}</Link>
    </Alert>
  )
}

function Filters() {
  const { t } = useTranslation('dashboard')
  const { days = usualDays, bizType } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: types = [] } = useQuery(bizTypesQuery)
  const change = (next: { [K in keyof DashboardSearch]?: DashboardSearch[K] | undefined }) => {
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  }
  return (
    <div className={classes.filters}>
      <Select
        aria-label={t('filter.bizType')}
        placeholder={t('filter.allTypes')}
        clearable
        w={190}
        data={types.map(({ code, name }) => ({ value: code, label: name }))}
        value={bizType ?? null}
        onChange={(chosen) => change({ bizType: chosen ?? undefined })}
      />
      <SegmentedControl
        aria-label={t('filter.period')}
        data={periods.map((length) => ({
          value: String(length),
          label: t('filter.days', { count: length }),
        }))}
        value={String(days)}
        onChange={(chosen) => change({ days: periods.find((length) => String(length) === chosen) })}
      />
    </div>
  )
}

function Content({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useTranslation('dashboard')
  const { instances, nodes, people } = statistics
  const called = instances.called === 0 ? '' : t('called', { count: instances.called })
  const figures = [
    ['started', formatNumber(instances.started), called],
    ['ended', formatNumber(instances.ended)],
    ['median', formatDuration(instances.medianSeconds)],
    ['returnRate', formatNumber(instances.returnRate, { style: 'percent' })],
  ] as const
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([name, value, note = '']) => (
          <div key={name} className={classes.figure}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd>{value}</dd>
            {note !== '' && <dd className={classes.note}>{note}</dd>}
          </div>
        ))}
      </dl>
      <div className={classes.grid}>
        <Chart title={t('chart.slowNodes')} value={t('column.median')} bars={slowest(nodes)} />
        <Chart
          title={t('chart.backlogNodes')}
          value={t('column.backlog')}
          bars={fullest(nodes, (count) => t('overdue', { count }))}
        />
        <Chart title={t('chart.slowPeople')} value={t('column.median')} bars={slowest(people)} />
        <Chart
          title={t('chart.backlogPeople')}
          value={t('column.backlog')}
          bars={fullest(people, (count) => t('overdue', { count }))}
        />
      </div>
    </>
  )
}

function Chart(props: {
  readonly title: string
  readonly value: string
  readonly bars: readonly Bar[]
}) {
  return (
    <Panel label={props.title}>
      <Title order={2} size="h5">
        {props.title}
      </Title>
      <Bars title={props.title} valueName={props.value} bars={props.bars} />
    </Panel>
  )
}

type Row = Statistics['nodes'][number] | Statistics['people'][number]

const nameOf = (row: Row) => ('node' in row ? row.node.name : row.person.name)
const hintOf = (row: Row) => ('node' in row ? row.definitionKey : row.person.name)
const keyOf = (row: Row) => ('node' in row ? `${row.definitionKey}/${row.node.id}` : row.person.id)

function slowest(rows: readonly Row[]): readonly Bar[] {
  return rows
    .filter(({ decided }) => decided > 0)
    .toSorted((a, b) => b.medianSeconds - a.medianSeconds)
    .slice(0, shown)
    .map((row) => ({
      key: keyOf(row),
      label: nameOf(row),
      hint: hintOf(row),
      value: row.medianSeconds,
      text: formatDuration(row.medianSeconds),
    }))
}

function fullest(rows: readonly Row[], overdueText: (count: number) => string): readonly Bar[] {
  return rows
    .filter(({ backlog }) => backlog > 0)
    .toSorted((a, b) => b.backlog - a.backlog)
    .slice(0, shown)
    .map((row) => ({
      key: keyOf(row),
      label: nameOf(row),
      hint: hintOf(row),
      value: row.backlog,
      text: formatNumber(row.backlog),
      part: { value: row.overdue, text: overdueText(row.overdue) },
    }))
}
