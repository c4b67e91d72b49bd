import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { formatDay, formatNumber } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import { waitingLink, type ApprovalsLink, type Narrowing } from './links.ts'
import { forecastsQuery, type Forecasts as Told } from './queries.ts'

type Step = Told['steps'][number]

const shown = 12
const times = ['withinADay', 'withinAWeek', 'later', 'unknown'] as const

/** How much of what waits at each step will probably be decided by when. */
export function Forecasts(props: { readonly narrowing: Narrowing; readonly mayList: boolean }) {
  const { t } = useTranslation('dashboard')
  const { bizType, definitionKey } = props.narrowing
  const narrowing = { bizType, definitionKey }
  const forecasts = useQuery(forecastsQuery(narrowing))
  const title = t('forecast.title')
  if (forecasts.isPending) return <BlockSkeleton lines={4} />
  if (forecasts.isError) {
    return <ErrorState error={forecasts.error} onRetry={() => void forecasts.refetch()} />
  }
  const { steps, since, fewestApprovals, complete } = forecasts.data
  const linkOf = (step: Step): ApprovalsLink | undefined =>
    props.mayList ? { ...waitingLink(step, narrowing), status: 'RUNNING' } : undefined
  return (
    <Panel label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {steps.length === 0 ? (
        <p className={classes.none}>{t('nothingWaits')}</p>
      ) : (
        <>
          <p className={classes.none}>
            {t('forecast.basis', { since: formatDay(since), count: fewestApprovals })}
          </p>
          <Table title={title} steps={steps.slice(0, shown)} linkOf={linkOf} />
        </>
      )}
      {(!complete || steps.length > shown) && <p className={classes.none}>{t('forecast.more')}</p>}
    </Panel>
  )
}

function Table(props: {
  readonly title: string
  readonly steps: readonly Step[]
  readonly linkOf: (step: Step) => ApprovalsLink | undefined
}) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.scroll}>
      <table className={classes.ages}>
        <caption className={classes.hidden}>{props.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.backlog')}</th>
            {times.map((time) => (
              <th key={time} scope="col">
                <span className={classes.key} data-time={time} aria-hidden="true" />
                {t(`forecast.${time}`)}
              </th>
            ))}
            <th scope="col">{t('forecast.approvals')}</th>
          </tr>
        </thead>
        <tbody>
          {props.steps.map((step) => (
            <ForecastRow
              key={`${step.definitionKey}/${step.node.id}`}
              step={step}
              link={props.linkOf(step)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ForecastRow(props: { readonly step: Step; readonly link: ApprovalsLink | undefined }) {
  const { t } = useTranslation('dashboard')
  const { node, definitionKey, waiting, expected, approvals } = props.step
  return (
    <tr>
      <th scope="row" title={definitionKey}>
        {props.link === undefined ? (
          node.name
        ) : (
          <Link to="/approvals" search={props.link}>
            {node.name}
          </Link>
        )}
        {expected !== null && (
          <span className={classes.stack} aria-hidden="true">
            {times.map((time) => (
              <span
                key={time}
                data-time={time}
                style={{ width: `${(100 * expected[time]) / waiting}%` }}
              />
            ))}
          </span>
        )}
      </th>
      <td>{formatNumber(waiting)}</td>
      {expected === null ? (
        <td colSpan={times.length}>{t('forecast.none')}</td>
      ) : (
        times.map((time) => (
          <td key={time}>{formatNumber(expected[time], { maximumFractionDigits: 1 })}</td>
        ))
      )}
      <td>{formatNumber(approvals)}</td>
    </tr>
  )
}
