import { formatDuration, formatNumber } from '../../text/format.ts'
import type { Statistics } from './queries.ts'

/** The figures above the charts, as they are written: the middle or a share of nothing is no number. */
export function figuresOf({
  started,
  ended,
  medianSeconds,
  returnRate,
}: Pick<Statistics['instances'], 'started' | 'ended' | 'medianSeconds' | 'returnRate'>) {
  const percent = { style: 'percent', maximumFractionDigits: 0 } as const
  return {
    started: formatNumber(started),
    ended: formatNumber(ended),
    median: ended === 0 ? '–' : formatDuration(medianSeconds),
    returnRate: started === 0 ? '–' : formatNumber(returnRate, percent),
  }
}
