import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { problemsQuery, type Content, type Definition } from './queries.ts'

const pauseMs = 600

/** What the service finds wrong with what is drawn, asked when nobody has drawn for a moment. */
export function useProblems({ bizType, key }: Definition, content: Content, isAsked: boolean) {
  const [settled] = useDebouncedValue(content, pauseMs)
  const { data, error } = useQuery({
    ...problemsQuery(bizType, key, settled),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const found = data?.problems
  /** The message of each faulty element by its id. */
  const faulty = useMemo(
    () => new Map((found ?? []).map(({ element, message }) => [element, message])),
    [found],
  )
  return { found, faulty, error }
}
