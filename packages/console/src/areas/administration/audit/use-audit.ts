import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may, useMe, type Me } from '../../../me/me.ts'
import { readPage, type Entry } from './entries.ts'
import { listBehind, mergeStreams, type Stream } from './merge.ts'
import { permissionsFor, sources, type Source } from './permissions.ts'
import type { AuditFilter } from './search.ts'

const pageSize = 100

export const mayReadSource = (me: Me, source: Source): boolean =>
  permissionsFor[source].some((permission) => may(me, permission))

/** The audits of all services that the person may read, as one list that is read on at its end. */
export function useAudit(filter: AuditFilter, only: Source | undefined) {
  const me = useMe()
  const isAsked = (source: Source) => (only ?? source) === source && mayReadSource(me, source)
  const iam = useSource('iam', filter, isAsked('iam'))
  const bpm = useSource('bpm', filter, isAsked('bpm'))
  const dms = useSource('dms', filter, isAsked('dms'))
  const streams = useMemo(
    () => [iam.stream, bpm.stream, dms.stream],
    [iam.stream, bpm.stream, dms.stream],
  )
  const rows = useMemo(() => mergeStreams(streams), [streams])
  const of = { iam, bpm, dms }
  return {
    rows,
    onEnd: () => {
      for (const index of listBehind(streams)) [iam, bpm, dms][index]?.readOn()
    },
    pending: sources.filter((source) => isAsked(source) && of[source].isPending),
    failed: sources.filter((source) => isAsked(source) && of[source].isError),
    retry: (source: Source) => of[source].retry(),
  }
}

const nothing: Stream<Entry> = { rows: [], hasMore: false }

/** One source as it is read. What fails has no more to come until somebody tries again. */
function useSource(source: Source, filter: AuditFilter, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: [source, 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      readPage[source]({ filter, cursor: pageParam, limit: pageSize, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
  })
  const { data, hasNextPage, isError, isPending, isFetchingNextPage } = query
  const stream: Stream<Entry> = useMemo(
    () =>
      !enabled || data === undefined
        ? nothing
        : { rows: data.pages.flatMap(({ items }) => items), hasMore: hasNextPage && !isError },
    [enabled, data, hasNextPage, isError],
  )
  return {
    stream,
    isPending,
    isError,
    readOn: () => {
      if (!isFetchingNextPage) void query.fetchNextPage()
    },
    retry: () => void (data === undefined ? query.refetch() : query.fetchNextPage()),
  }
}
