import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may, useMe, type Me } from '../../../me/me.ts'
import { readPage, sourceOf, type Entry, type List } from './entries.ts'
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
  const iam = useList('iam', filter, isAsked('iam'))
  const bpm = useList('bpm', filter, isAsked('bpm'))
  const removals = useList('removals', filter, isAsked('bpm'))
  const exports = useList('exports', filter, isAsked('bpm'))
  const dms = useList('dms', filter, isAsked('dms'))
  const streams = useMemo(
    () => [iam.stream, bpm.stream, removals.stream, exports.stream, dms.stream],
    [iam.stream, bpm.stream, removals.stream, exports.stream, dms.stream],
  )
  const rows = useMemo(() => mergeStreams(streams), [streams])
  const all = [iam, bpm, removals, exports, dms]
  const of = { iam: [iam], bpm: [bpm, removals, exports], dms: [dms] }
  return {
    rows,
    onEnd: () => {
      for (const index of listBehind(streams)) all[index]?.readOn()
    },
    pending: sources.filter(
      (source) => isAsked(source) && of[source].some(({ isPending }) => isPending),
    ),
    failed: sources.filter(
      (source) => isAsked(source) && of[source].some(({ isError }) => isError),
    ),
    retry: (source: Source) => {
      for (const list of of[source]) if (list.isError) list.retry()
    },
  }
}

const nothing: Stream<Entry> = { rows: [], hasMore: false }

/** One list as it is read. What fails has no more to come until somebody tries again. */
function useList(list: List, filter: AuditFilter, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: [sourceOf(list), 'audit', list, filter],
    queryFn: ({ pageParam, signal }) =>
      readPage[list]({ filter, cursor: pageParam, limit: pageSize, signal }),
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
