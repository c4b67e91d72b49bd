import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '../../../text/i18n.ts'
import type { Field } from '../conditions/condition.ts'
import { problemsQuery, type Content, type Definition, type Problem } from '../queries.ts'
import { findPlaces } from './places.ts'
import { problemWords } from './problem-words.ts'
import { repairWords } from './repair-words.ts'
import { findUnfinished } from './unfinished.ts'

const pauseMs = 600

/** Something to be mended or looked at, as a person reads it. */
export interface Finding {
  readonly element: string
  readonly text: string
  /** What is to be chosen in the drawing to mend it. */
  readonly select: string
  /** It keeps the process from being published. */
  readonly isFault: boolean
  readonly repairs: readonly OfferedRepair[]
}

/** What can be done about it, in words. */
export interface OfferedRepair {
  readonly id: string
  readonly text: string
  readonly isSafe: boolean
}

/**
 * What is wrong with what is drawn: what nobody has said yet at once, and what the service finds when
 * nobody has drawn for a moment.
 */
export function useProblems(
  definition: Definition,
  content: Content,
  { fields, isAsked }: { readonly fields: readonly Field[]; readonly isAsked: boolean },
) {
  const { t } = useTranslation('designer')
  const { bizType, key } = definition
  const [settled] = useDebouncedValue(content, pauseMs)
  const { data, error } = useQuery({
    ...problemsQuery(bizType, key, settled),
    enabled: isAsked && canBeAsked(settled),
    placeholderData: keepPreviousData,
  })
  const unfinished = useMemo(
    () => ('tree' in content ? findUnfinished(content.tree, fields) : []),
    [content, fields],
  )
  const findings = useMemo(() => {
    if (data === undefined && unfinished.length === 0) return undefined
    const places = findPlaces(content, t)
    const saidAt = new Set(unfinished.map(({ element }) => element))
    const rest = (list: readonly Problem[] = []) =>
      list.filter(({ element }) => !saidAt.has(element))
    const toFinding =
      (isFault: boolean) => (problem: Pick<Problem, 'element' | 'code'> & Partial<Problem>) => {
        const { element } = problem
        const place = places.get(element) ?? { name: '', select: element }
        const text = problemWords(problem, place.name, t)
        const nameOf = (id: string) => places.get(id)?.name ?? id
        const repairs = (problem.repairs ?? []).map((repair) => {
          const { id, isSafe } = repair
          return { id, text: repairWords(repair, nameOf, t), isSafe }
        })
        return { element, text, select: place.select, isFault, repairs }
      }
    return [
      ...unfinished.map(toFinding(true)),
      ...rest(data?.problems).map(toFinding(true)),
      ...rest(data?.warnings).map(toFinding(false)),
    ]
  }, [content, data, unfinished, t])
  const faults = useMemo(() => byElement(findings ?? []), [findings])
  return { findings, faults, error, imported: data?.imported ?? definition.imported }
}

/** The service wants every step and branch to have a name. */
const canBeAsked = (content: Content): boolean =>
  !('tree' in content) ||
  findUnfinished(content.tree, []).every(({ code }) => code !== 'name_missing')

function byElement(findings: readonly Finding[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { element, text } of findings) {
    found.set(element, [...(found.get(element) ?? []), text])
  }
  return found
}
