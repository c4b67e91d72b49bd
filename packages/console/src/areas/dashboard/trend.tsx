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

/** A week or a day with its figures; null where there is none, such as a median of nothing. */
export interface Point extends Readonly<Partial<Record<Measure, number | null>>> {
  readonly day: string
  readonly from: string
  readonly until: string
}

type Measure =
  | 'started'
  | 'decided'
  | 'returned'
  | 'resubmitted'
  | 'reworked'
  | 'waiting'
  | 'breached'
  | 'medianSeconds'
  | 'p90Seconds'

export interface Line {
  readonly of: Measure
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
export function Trend(props: TrendProps) {
  const { t } = useTranslation('dashboard')
  const { title, points, lines, format = formatNumber } = props
  const last = points.at(-1)
  const said = lines.map(({ of, name }) => `${name} ${say(last?.[of], format)}`).join(', ')
  return (
    <Panel label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <div role="img" aria-label={t('trend.said', { title, numbers: said })}>
        <Drawing {...props} />
      </div>
      <details className={classes.numbers}>
        <summary>{t('trend.table')}</summary>
        <Numbers {...props} />
      </details>
    </Panel>
  )
}

interface TrendProps {
  readonly title: string
  readonly points: readonly Point[]
  readonly lines: readonly Line[]
  /** How a figure is read; a number when left out. */
  readonly format?: (value: number) => string
}

const say = (value: number | null | undefined, format: (value: number) => string): string =>
  typeof value === 'number' ? format(value) : '–'

function Drawing({ points, lines, format = formatNumber }: TrendProps) {
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
      valueFormatter={(value) => format(value)}
      yAxisProps={{ allowDecimals: false, width: format === formatNumber ? 44 : 68 }}
      lineProps={still}
      areaProps={still}
      barProps={still}
      // The table beside it is for the keyboard and for who listens; the drawing is one picture to them.
      accessibilityLayer={false}
    />
  )
}

const still = { isAnimationActive: false } as const

function Numbers({ title, points, lines, format = formatNumber }: TrendProps) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.scroll}>
      <table>
        <caption className={classes.hidden}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trend.begins')}</th>
            {lines.map(({ of, name }) => (
              <th key={of} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.day}>
              <th scope="row">{formatBucket(point.day)}</th>
              {lines.map(({ of, linkOf }) => (
                <td key={of}>
                  <Figure
                    text={say(point[of], format)}
                    link={point[of] ? linkOf?.(point) : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Figure({
  text,
  link,
}: {
  readonly text: string
  readonly link: ApprovalsLink | undefined
}) {
  if (link === undefined) return text
  return (
    <Link to="/approvals" search={link}>
      {text}
    </Link>
  )
}
