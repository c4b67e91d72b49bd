import { Title } from '@mantine/core'
import { Panel } from '../../shared/page/page.tsx'
import { formatDuration, formatNumber } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import type { Statistics } from './queries.ts'

/** How work is spread over people, to who may not know their names. */
export function Workload({ workload }: Pick<Statistics, 'workload'>) {
  const { t } = useTranslation('dashboard')
  const title = t('chart.workload')
  return (
    <Panel label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {workload === null ? (
        <p className={classes.none}>{t('workload.few')}</p>
      ) : (
        <>
          <p className={classes.none}>{t('workload.people', { count: workload.people })}</p>
          <table className={classes.ages}>
            <caption className={classes.hidden}>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{t('workload.what')}</th>
                <th scope="col">{t('workload.median')}</th>
                <th scope="col">{t('workload.p90')}</th>
              </tr>
            </thead>
            <tbody>
              {(['decided', 'backlog', 'medianSeconds'] as const).map((what) => (
                <tr key={what}>
                  <th scope="row">{t(`workload.${what}`)}</th>
                  <td>{say(what, workload[what]?.median)}</td>
                  <td>{say(what, workload[what]?.p90)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Panel>
  )
}

/** Nothing of how long few people took. */
function say(what: string, value: number | undefined): string {
  if (value === undefined) return '–'
  return what === 'medianSeconds'
    ? formatDuration(value)
    : formatNumber(value, { maximumFractionDigits: 1 })
}
