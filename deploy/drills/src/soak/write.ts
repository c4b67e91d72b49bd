import { writeFigures } from '@countersign/test-kit/reliability-page'
import type { Ledger } from '../workload/ledger.ts'
import type { Judged } from './slope.ts'

export interface Soaked {
  readonly minutes: number
  readonly perSecond: number
  readonly seed: string
  readonly counts: Ledger['counts']
  readonly notes: Ledger['notes']
  readonly faults: number
}

/** One line of each, those that are not flat last. */
export function printJudged(judged: readonly Judged[]): readonly string[] {
  const lines = judged.toSorted((a, b) => Number(b.isFlat) - Number(a.isFlat))
  return lines.map(({ name, unit, first, median, last, added, perHour, most, isFlat }) => {
    const values = [first, median, last].map((value) => format(value, unit)).join(', ')
    const grown = `${format(added, unit)} more, ${format(perHour, unit)} an hour`
    const verdict = isFlat ? 'flat' : 'NOT FLAT'
    return `${verdict}: ${name}: ${values}; ${grown}, and may be ${format(most, unit)} more`
  })
}

export async function writeSoak(
  machine: string,
  { minutes, perSecond, seed, counts, notes, faults }: Soaked,
  judged: readonly Judged[],
): Promise<void> {
  const unclear = [...notes.values()].reduce((sum, count) => sum + count, 0)
  const done = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`)
  const growing = judged.filter(({ isFlat }) => !isFlat).length
  await writeFigures('soak', machine, [
    `${minutes} minutes, ${perSecond} pieces of work a second, seed ${seed}: ${done.join(', ')}. Answers that left open what happened: ${unclear}.`,
    `Faults (lost, doubled, out of order or not answered, and ends of processes): ${faults}. Of ${judged.length} values ${growing} are not flat.`,
    '',
    '| value | first | median | last | added | may be added | in an hour | |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...judged.map(({ name, unit, first, median, last, added, perHour, most, isFlat }) => {
      const values = [first, median, last, added, most, perHour].map((value) => format(value, unit))
      return `| ${[name, ...values].join(' | ')} | ${isFlat ? 'flat' : '**grows**'} |`
    }),
  ])
}

function format(value: number, unit: string): string {
  if (unit === 'share') return `${(value * 100).toFixed(1)} %`
  const digits = unit === 'count' || unit === 'bytes' ? 0 : 1
  return unit === 'count' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
}
