import { Alert, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page, Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { Bars, type Bar } from './bars.tsx'
import classes from './dashboard.module.css'
import { incidentCountsQuery } from '../../shared/incidents.ts'
import { Ages } from './ages.tsx'
import { figuresOf } from './figures.ts'
import { Filters } from './filters.tsx'
import { Forecasts } from './forecasts.tsx'
import { endedLink, startedLink, taskLink, waitingLink } from './links.ts'
import { statisticsQuery, stepsQuery, type Statistics, type StatisticsFilter } from './queries.ts'
import { fullest, mostBreached, mostReturned, slowest, type Row } from './rankings.ts'
import { StepTrends } from './step-trends.tsx'
import { Trends } from './trends.tsx'
import { useChange } from './use-change.ts'
import { Workload } from './workload.tsx'

const route = getRouteApi('/dashboard')
const usualDays = 30

/** How it went from week to week, where it waits, and how often it comes back; each figure leads to its list. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const { days = usualDays, bizType, process: definitionKey, step } = route.useSearch()
  const filter = { days, bizType, definitionKey }
  const change = useChange()
  const statistics = useQuery(statisticsQuery(filter))
  const mayReadAll = useMay('bpm:instance:read')
  const mayIntervene = useMay('bpm:instance:admin')
  const mayList = mayReadAll || mayIntervene
  return (
    <Page>
      <PageHeader title={t('title')} lead={t('lead')} actions={<Filters filter={filter} />} />
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
          <StepTrends
            filter={filter}
            mayList={mayList}
            step={step}
            onStep={(next) => change({ step: next })}
          />
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

interface Shown {
  readonly statistics: Statistics
  readonly filter: StatisticsFilter
  readonly mayList: boolean
}

function Content(props: Shown) {
  const { t } = useTranslation('dashboard')
  const { statistics, mayList, filter } = props
  const { nodes, workload } = statistics
  const note = statistics.complete ? undefined : t('step.more')
  const mayName = useMay('bpm:workload:read')
  const waiting = (row: Row) => (mayList ? waitingLink(row, filter) : undefined)
  const ended = (task: 'decided' | 'returned') => (row: Row) =>
    mayList ? taskLink(task, statistics, filter, row) : undefined
  return (
    <div className={classes.grid}>
      <Forecasts narrowing={filter} mayList={mayList} />
      <Ages nodes={nodes} linkOf={waiting} />
      <Chart
        title={t('chart.rework')}
        value={t('column.returned')}
        bars={mostReturned(nodes, ended('returned'), (of) => t('ofDecided', of))}
        note={note}
      />
      <Breaches {...props} />
      <Chart
        title={t('chart.slowNodes')}
        value={t('column.median')}
        bars={slowest(nodes, ended('decided'))}
        note={note}
      />
      {mayName ? <People {...props} /> : <Workload workload={workload} />}
    </div>
  )
}

/** Of whole weeks, as the series of the steps count them. */
function Breaches({ filter, mayList }: Shown) {
  const { t } = useTranslation('dashboard')
  const steps = useQuery(stepsQuery(filter))
  if (steps.data === undefined) return null
  const { weeks } = steps.data
  const period = { from: weeks[0]?.from ?? '', until: weeks.at(-1)?.until ?? '' }
  return (
    <Chart
      title={t('chart.breaches')}
      value={t('trend.breached')}
      bars={mostBreached(steps.data.steps, (step) =>
        mayList ? taskLink('breached', period, filter, step) : undefined,
      )}
      note={steps.data.complete ? undefined : t('step.more')}
    />
  )
}

function People({ statistics, filter, mayList }: Shown) {
  const { t } = useTranslation('dashboard')
  const { people } = statistics
  return (
    <>
      <Chart
        title={t('chart.slowPeople')}
        value={t('column.median')}
        bars={slowest(people, (row) =>
          mayList ? taskLink('decided', statistics, filter, row) : undefined,
        )}
      />
      <Chart
        title={t('chart.backlogPeople')}
        value={t('column.backlog')}
        bars={fullest(
          people,
          (row) => (mayList ? waitingLink(row, filter) : undefined),
          (count) => t('overdue', { count }),
        )}
      />
    </>
  )
}

function Figures(props: Shown) {
  const { t } = useTranslation('dashboard')
  const { from, until, instances } = props.statistics
  const called = instances.called === 0 ? '' : t('called', { count: instances.called })
  const started = startedLink({ from, until }, props.filter)
  const ended = endedLink({ from, until }, props.filter)
  const values = figuresOf(instances)
  const figures = [
    ['started', called, started],
    ['ended', '', ended],
    ['median', '', ended],
    ['returnRate', '', { ...started, task: 'returned' }],
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([name, note, link]) => (
        <div key={name} className={classes.figure}>
          <dt>{t(`figure.${name}`)}</dt>
          <dd>
            {props.mayList && link !== undefined ? (
              <Link to="/approvals" search={link}>
                {values[name]}
              </Link>
            ) : (
              values[name]
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
  /** What is not among them. */
  readonly note?: string | undefined
}) {
  return (
    <Panel label={props.title}>
      <Title order={2} size="h5">
        {props.title}
      </Title>
      <Bars title={props.title} valueName={props.value} bars={props.bars} />
      {props.note !== undefined && <p className={classes.none}>{props.note}</p>}
    </Panel>
  )
}
