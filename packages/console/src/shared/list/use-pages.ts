import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

interface Page<Row> {
  readonly items: readonly Row[]
}

/** The rows of a list that comes in pages, and `onEnd` for the table, which asks for the next. */
export function usePages<Row>(list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return { rows, onEnd }
}
