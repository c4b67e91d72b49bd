import { CompositeChart, type CompositeChartSeries } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Panel } from '../../shared/page/page.tsx'
import { formatNumber } from '../../text/format.ts'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import type { ApprovalsLink } from './links.ts'
import { formatBucket } from './format-bucket.ts'
import type { Point } from './queries.ts'

export interface Line {
  readonly of: 'started' | 'decided' | 'returned' | 'waiting' | 'breached'
  readonly name: string
  readonly type: CompositeChartSeries['type']
  /** One of the tokens: light, dark and high contrast follow. */
  readonly color: string
  /** So that lines differ by more than their colour. */
  readonly dash?: string
  /** The list behind a number; undefined where there is none, or not for this person. */
  readonly linkOf?: (point: Point) => ApprovalsLink | undefined
}

/** How something went over time: a drawing, and the same numbers as a table for whoever does not see it. */
export function Trend(props: {
  readonly title: string
  readonly points: readonly Point[]
  readonly lines: readonly Line[]
}) {
  const { t } = useTranslation('dashboard')
  const { title, points, lines } = props
  const last = points.at(-1)
  const said = lines.map(({ of, name }) => `${name} ${formatNumber(last?.[of] ?? 0)}`).join(', ')
  return (
    <Panel label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <div role="img" aria-label={t('trend.said', { title, numbers: said })}>
        <Drawing points={points} lines={lines} />
      </div>
      <details className={classes.numbers}>
        <summary>{t('trend.table')}</summary>
        <Numbers title={title} points={points} lines={lines} />
      </details>
    </Panel>
  )
}

function Drawing({
  points,
  lines,
}: {
  readonly points: readonly Point[]
  readonly lines: readonly Line[]
}) {
  return (
    <CompositeChart
      h={240}
      mt="md"
      data={points.map((point) => ({ ...point, day: formatBucket(point.day) }))}
      dataKey="day"
      series={lines.map(({ of, name, type, color, dash }) => ({
        name: of,
        label: name,
        type,
        color,
        ...(dash === undefined ? {} : { strokeDasharray: dash }),
      }))}
      curveType="linear"
      withLegend
      maxBarWidth={28}
      textColor="var(--console-soft)"
      gridColor="var(--console-line)"
      valueFormatter={(value) => formatNumber(value)}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      lineProps={still}
      areaProps={still}
      barProps={still}
      // The table beside it is for the keyboard and for who listens; the drawing is one picture to them.
      accessibilityLayer={false}
    />
  )
}

const still = { isAnimationActive: false } as const

function Numbers(props: {
  readonly title: string
  readonly points: readonly Point[]
  readonly lines: readonly Line[]
}) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.scroll}>
      <table>
        <caption className={classes.hidden}>{props.title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trend.begins')}</th>
            {props.lines.map(({ of, name }) => (
              <th key={of} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.points.toReversed().map((point) => (
            <tr key={point.day}>
              <th scope="row">{formatBucket(point.day)}</th>
              {props.lines.map(({ of, linkOf }) => (
                <td key={of}>
                  <Figure value={point[of]} link={linkOf?.(point)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Figure(props: { readonly value: number; readonly link: ApprovalsLink | undefined }) {
  const text = formatNumber(props.value)
  if (props.link === undefined || props.value === 0) return text
  return (
    <Link to="/approvals" search={props.link}>
      {text}
    </Link>
  )
}
