import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { RowGroup } from '../../shared/list/ladder.ts'
import { useTranslation } from '../../text/i18n.ts'
import { edgesAt, type Edges } from './edges.ts'
import { sizesOf, toGroups } from './groups.ts'
import { countText, dueCountsQuery, type TaskListItem } from './queries.ts'
import { isNarrowed, type InboxSearch } from './search.ts'

const none: readonly RowGroup[] = []

/**
 * What is to do by when it is due. Of a list that is there as a whole the groups count what is in it; of one that
 * is still being read the last group alone is larger, by as much as the service has counted.
 */
export function useGroups(
  search: InboxSearch,
  list: {
    readonly rows: readonly TaskListItem[]
    readonly isWhole: boolean
    /** Any other order has no groups. */
    readonly isByDue: boolean
  },
  edges: Edges,
): readonly RowGroup[] {
  const { t } = useTranslation('inbox')
  const { box = 'todo' } = search
  const { rows, isWhole } = list
  const isGrouped = box === 'todo' && list.isByDue
  const { data: counted } = useQuery({
    ...dueCountsQuery(edges),
    placeholderData: keepPreviousData,
    enabled: isGrouped && !isWhole && !isNarrowed(search),
  })
  return useMemo(() => {
    const groups = isGrouped ? toGroups(rows, edges) : []
    // Where nothing is due at any time, there is nothing to tell apart.
    if (groups.every(({ name }) => name === 'none')) return none
    const sizes = isWhole ? {} : sizesOf(counted?.due)
    return groups.map(({ name, start, read }, index) => {
      const size = sizes[name]
      const atLeast = isWhole || index < groups.length - 1 ? String(read) : `${read}+`
      const count = size === undefined ? atLeast : countText(size, counted?.cap ?? size)
      return { key: name, label: t(`group.${name}`), count, start }
    })
  }, [isGrouped, rows, edges, isWhole, counted, t])
}

/** Where groups end now; they move on with the clock. */
export function useEdges(): Edges {
  const [edges, setEdges] = useState(() => edgesAt(new Date()))
  useEffect(() => {
    const clock = setInterval(() => setEdges(edgesAt(new Date())), 60_000)
    return () => clearInterval(clock)
  }, [])
  return edges
}
