import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Rest } from './unread-rest.tsx'

interface Page<Row> {
  readonly items: readonly Row[]
}

/**
 * The rows of a list that comes in pages, each once: one that was changed between two pages may be on both.
 *
 * @param key The member that tells rows apart.
 * @returns `paged` for the table, which asks for the next page and says what could not be read.
 */
export function usePages<Row extends object>(
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>,
  key: keyof Row,
) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list
  const { error, fetchNextPage } = list
  const rows = useMemo(() => {
    const all = data?.pages.flatMap(({ items }) => items) ?? []
    return [...new Map(all.map((row) => [row[key], row])).values()]
  }, [data, key])
  const onEnd = useCallback(() => {
    // Not of itself after an error: the end stays in sight, and it would ask without a pause.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const rest: Rest | undefined = isFetchNextPageError
    ? { error, isLoading: isFetchingNextPage, retry: () => void fetchNextPage() }
    : undefined
  return { rows, paged: { onEnd, rest, isBusy: isPlaceholderData } }
}
