import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { formatDuration } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import { useDurations, useHandled, useLeft, useRework, useStarted } from './lines.ts'
import { seriesQuery, type StatisticsFilter } from './queries.ts'
import { Trend } from './trend.tsx'

interface Props {
  readonly filter: StatisticsFilter
  readonly mayList: boolean
}

/** What came in and went out from week to week, how long it took, what came back, and what was left. */
export function Trends({ filter, mayList }: Props) {
  const { t } = useTranslation('dashboard')
  const series = useQuery(seriesQuery(filter))
  const place = { narrowing: filter, mayList }
  const started = useStarted(place)
  const handled = useHandled(place)
  const left = useLeft(place)
  const durations = useDurations(place)
  const rework = useRework(place)
  if (series.isPending) return <BlockSkeleton lines={6} />
  if (series.isError) {
    return <ErrorState error={series.error} onRetry={() => void series.refetch()} />
  }
  const { points, interval } = series.data
  return (
    <div className={classes.grid}>
      <Trend title={t(`trend.flow.${interval}`)} points={points} lines={[...started, ...handled]} />
      <Trend title={t(`trend.left.${interval}`)} points={points} lines={left} />
      <Trend
        title={t(`trend.durations.${interval}`)}
        points={points}
        lines={durations}
        format={formatDuration}
      />
      <Trend title={t(`trend.rework.${interval}`)} points={points} lines={rework} />
    </div>
  )
}
