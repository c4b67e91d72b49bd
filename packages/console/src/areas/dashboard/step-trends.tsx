import { Select, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { formatDuration } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import { useDurations, useHandled, useLeft } from './lines.ts'
import { stepsQuery, type StatisticsFilter, type Step, type Steps } from './queries.ts'
import { Trend } from './trend.tsx'

interface Props {
  readonly filter: StatisticsFilter
  readonly mayList: boolean
  /** The step that is looked at; the busiest when undefined. */
  readonly step: string | undefined
  readonly onStep: (step: string) => void
}

/** One step from week to week: what was decided there, how long it took, what waited and was too late. */
export function StepTrends(props: Props) {
  const { t } = useTranslation('dashboard')
  const steps = useQuery(stepsQuery(props.filter))
  if (steps.isPending) return <BlockSkeleton lines={6} />
  if (steps.isError) {
    return <ErrorState error={steps.error} onRetry={() => void steps.refetch()} />
  }
  const all = steps.data.steps
  const chosen = all.find((step) => keyOf(step) === props.step) ?? all[0]
  return (
    <section className={classes.step} aria-labelledby="dashboard-step">
      <div className={classes.stepHead}>
        <Title order={2} size="h4" id="dashboard-step">
          {t('step.title')}
        </Title>
        {chosen !== undefined && (
          <Select
            aria-label={t('step.choose')}
            className={classes.stepSelect}
            searchable
            allowDeselect={false}
            data={byProcess(all)}
            value={keyOf(chosen)}
            onChange={(value) => {
              if (value !== null) props.onStep(value)
            }}
          />
        )}
      </div>
      {chosen === undefined ? (
        <p className={classes.none}>{t('nothing')}</p>
      ) : (
        <StepCharts {...props} step={chosen} weeks={steps.data.weeks} />
      )}
      {!steps.data.complete && <p className={classes.none}>{t('step.more')}</p>}
    </section>
  )
}

function StepCharts(
  props: Pick<Props, 'filter' | 'mayList'> & {
    readonly step: Step
    readonly weeks: Steps['weeks']
  },
) {
  const { t } = useTranslation('dashboard')
  const { step, weeks, filter, mayList } = props
  const of = { narrowing: filter, mayList, step }
  const handled = useHandled(of)
  const left = useLeft(of)
  const durations = useDurations(of)
  const points = weeks.map((week, index) => ({ ...week, ...step.points[index] }))
  const { name } = step.node
  return (
    <div className={classes.grid}>
      <Trend title={t('step.handled', { name })} points={points} lines={handled} />
      <Trend title={t('step.left', { name })} points={points} lines={left} />
      <Trend
        title={t('step.durations', { name })}
        points={points}
        lines={durations}
        format={formatDuration}
      />
    </div>
  )
}

const keyOf = ({ definitionKey, node }: Step) => `${definitionKey}/${node.id}`

const byProcess = (steps: readonly Step[]) =>
  [...Map.groupBy(steps, ({ definitionKey }) => definitionKey)].map(([group, those]) => ({
    group,
    items: those.map((step) => ({ value: keyOf(step), label: step.node.name })),
  }))
