import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import { tableProblemsQuery } from './queries.ts'
import type { Written } from './table.ts'
import { faultWords, rowOf, type TableFault } from './words.ts'

const pauseMs = 500

/** What the service looks at once rows and cells are understood. */
const lateCodes = new Set([
  'overlap',
  'gap',
  'unreachable',
  'unreachable_empty',
  'gaps_unproven',
  'reached_unproven',
  'example_differs',
  'example_value',
])

/** What is wrong with a table, when nobody has written for a moment: at its rows, at its examples, and as a whole. */
export function useTableFaults(bizType: string, written: Written, isAsked: boolean) {
  const { t } = useTranslation('designer')
  const [settled] = useDebouncedValue(written, pauseMs)
  const { data, error } = useQuery({
    ...tableProblemsQuery(bizType, settled),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const found = useMemo(() => {
    if (data === undefined) return undefined
    const toWords = (faults: readonly TableFault[]) =>
      faults.map((fault) => faultWords(settled.table, fault, t))
    const atRows = [...data.problems, ...data.warnings].filter((one) => rowOf(one) !== undefined)
    const examples = data.problems.flatMap((one) => {
      const at = /^\/examples\/(\d+)/.exec(one.pointer)?.[1]
      return at === undefined ? [] : [[Number(at), one] as const]
    })
    return {
      problems: toWords(data.problems),
      warnings: toWords(data.warnings),
      rows: new Map(
        [...Map.groupBy(atRows, (one) => rowOf(one) ?? 0)].map(([row, faults]) => [
          row,
          [...new Set(toWords(faults))],
        ]),
      ),
      examples: data.problems.every(({ code }) => lateCodes.has(code))
        ? new Map<number, TableFault>(examples)
        : undefined,
    }
  }, [data, settled, t])
  return { found, error, isSettled: settled === written }
}
