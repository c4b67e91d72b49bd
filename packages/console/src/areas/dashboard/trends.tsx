import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import { endedLink, startedLink, waitingLink } from './links.ts'
import { seriesQuery, type Point, type StatisticsFilter } from './queries.ts'
import { Trend, type Line } from './trend.tsx'

interface Props {
  readonly filter: StatisticsFilter
  readonly mayList: boolean
}

/** What came in and went out from week to week, and what was left. */
export function Trends(props: Props) {
  const { t } = useTranslation('dashboard')
  const series = useQuery(seriesQuery(props.filter))
  const flow = useFlow(props)
  const left = useLeft(props, series.data?.points.at(-1))
  if (series.isPending) return <BlockSkeleton lines={6} />
  if (series.isError) {
    return <ErrorState error={series.error} onRetry={() => void series.refetch()} />
  }
  const { points, interval } = series.data
  return (
    <div className={classes.grid}>
      <Trend title={t(`trend.flow.${interval}`)} points={points} lines={flow} />
      <Trend title={t(`trend.left.${interval}`)} points={points} lines={left} />
    </div>
  )
}

function useFlow({ filter: { bizType }, mayList }: Props): readonly Line[] {
  const { t } = useTranslation('dashboard')
  return [
    {
      of: 'started',
      name: t('trend.started'),
      type: 'bar',
      color: 'var(--console-accent)',
      linkOf: (point) => (mayList ? startedLink(point, bizType) : undefined),
    },
    {
      of: 'decided',
      name: t('trend.decided'),
      type: 'line',
      color: 'var(--console-good)',
      linkOf: (point) => (mayList ? endedLink('decided', point, bizType) : undefined),
    },
    {
      of: 'returned',
      name: t('trend.returned'),
      type: 'line',
      color: 'var(--console-warn)',
      dash: '5 4',
      linkOf: (point) => (mayList ? endedLink('returned', point, bizType) : undefined),
    },
  ]
}

/** @param last Only what waits now can be listed. */
function useLeft(
  { filter: { bizType }, mayList }: Props,
  last: Point | undefined,
): readonly Line[] {
  const { t } = useTranslation('dashboard')
  return [
    {
      of: 'waiting',
      name: t('trend.waiting'),
      type: 'area',
      color: 'var(--console-accent)',
      linkOf: (point) => (mayList && point === last ? waitingLink({}, bizType) : undefined),
    },
    { of: 'breached', name: t('trend.breached'), type: 'bar', color: 'var(--console-bad)' },
  ]
}
