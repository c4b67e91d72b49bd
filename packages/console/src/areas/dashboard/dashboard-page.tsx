import { Alert, SegmentedControl, Select, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '../../me/me.ts'
import { bizTypesQuery } from '../../shared/biz-types.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { Icon } from '../../shared/icon.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page, Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { formatDuration, formatNumber } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import { Bars, type Bar } from './bars.tsx'
import classes from './dashboard.module.css'
import { incidentCountsQuery } from '../../shared/incidents.ts'
import { Ages } from './ages.tsx'
import { endedLink, startedLink, waitingLink } from './links.ts'
import { statisticsQuery, type Statistics, type StatisticsFilter } from './queries.ts'
import { fullest, mostReturned, slowest, type Row } from './rankings.ts'
import { periods, type DashboardSearch } from './search.ts'
import { Trends } from './trends.tsx'
import { Workload } from './workload.tsx'

const route = getRouteApi('/dashboard')
const usualDays = 30

/** How it went from week to week, where it waits, and how often it comes back; each figure leads to its list. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const { days = usualDays, bizType } = route.useSearch()
  const filter = { days, bizType }
  const statistics = useQuery(statisticsQuery(filter))
  const mayReadAll = useMay('bpm:instance:read')
  const mayIntervene = useMay('bpm:instance:admin')
  const mayList = mayReadAll || mayIntervene
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
          <Figures statistics={statistics.data} filter={filter} mayList={mayList} />
          <Trends filter={filter} mayList={mayList} />
          <Content statistics={statistics.data} filter={filter} mayList={mayList} />
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
        classNames={{ label: classes.period }}
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

function Content(props: {
  readonly statistics: Statistics
  readonly filter: StatisticsFilter
  readonly mayList: boolean
}) {
  const { t } = useTranslation('dashboard')
  const { statistics, mayList } = props
  const { bizType } = props.filter
  const { nodes, people, workload } = statistics
  const mayName = useMay('bpm:workload:read')
  const waiting = (row: Row) => (mayList ? waitingLink(row, bizType) : undefined)
  const ended = (task: 'decided' | 'returned') => (row: Row) =>
    mayList ? endedLink(task, statistics, bizType, row) : undefined
  const overdue = (count: number) => t('overdue', { count })
  return (
    <div className={classes.grid}>
      <Ages nodes={nodes} linkOf={waiting} />
      <Chart
        title={t('chart.rework')}
        value={t('column.returned')}
        bars={mostReturned(nodes, ended('returned'), (of) => t('ofDecided', of))}
      />
      <Chart
        title={t('chart.slowNodes')}
        value={t('column.median')}
        bars={slowest(nodes, ended('decided'))}
      />
      {mayName ? (
        <>
          <Chart
            title={t('chart.slowPeople')}
            value={t('column.median')}
            bars={slowest(people, ended('decided'))}
          />
          <Chart
            title={t('chart.backlogPeople')}
            value={t('column.backlog')}
            bars={fullest(people, waiting, overdue)}
          />
        </>
      ) : (
        <Workload workload={workload} />
      )}
    </div>
  )
}

function Figures(props: {
  readonly statistics: Statistics
  readonly filter: StatisticsFilter
  readonly mayList: boolean
}) {
  const { t } = useTranslation('dashboard')
  const { from, until, instances } = props.statistics
  const called = instances.called === 0 ? '' : t('called', { count: instances.called })
  const started = startedLink({ from, until }, props.filter.bizType)
  const figures = [
    ['started', formatNumber(instances.started), called, started],
    ['ended', formatNumber(instances.ended)],
    ['median', formatDuration(instances.medianSeconds)],
    [
      'returnRate',
      formatNumber(instances.returnRate, { style: 'percent', maximumFractionDigits: 0 }),
      '',
      { ...started, task: 'returned' },
    ],
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([name, value, note = '', link]) => (
        <div key={name} className={classes.figure}>
          <dt>{t(`figure.${name}`)}</dt>
          <dd>
            {props.mayList && link !== undefined ? (
              <Link to="/approvals" search={link}>
                {value}
              </Link>
            ) : (
              value
            )}
          </dd>
          {note !== '' && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
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
