import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { sortRows } from '../../../shared/list/sorting.ts'
import { useServiceOrder } from '../../../shared/list/service-order.ts'
import { usePages } from '../../../shared/list/use-pages.ts'
import { useLayout } from '../../../shared/list/use-layout.ts'
import { useNames } from '../../../shared/people/people.ts'
import { currentLanguage } from '../../../text/i18n.ts'
import { documentsQuery, foldersQuery, type DmsDocument, type Folder } from '../queries.ts'
import type { LibrarySearch } from '../search.ts'
import { useLibraryColumns, type LibraryRow } from './library-columns.tsx'

type Entry =
  | (Folder & { readonly kind: 'folder' })
  | (DmsDocument & { readonly kind: 'document'; readonly name: string })

/** Folders first, as everybody expects; a search looks for documents alone. */
export function useLibraryRows(search: LibrarySearch) {
  const { folder, q, trash } = search
  const columns = useLibraryColumns()
  const { sort } = useLayout(columns).layout
  const documents = useInfiniteQuery(documentsQuery(search, useServiceOrder(columns)))
  const { rows: read, paged } = usePages(documents, 'id')
  const folders = useQuery({
    ...foldersQuery(folder),
    enabled: q === undefined && trash !== true,
  })
  const entries = useMemo<readonly Entry[]>(() => {
    const inFolder = q === undefined && trash !== true ? (folders.data ?? []) : []
    return [
      ...inFolder.map((each) => ({ kind: 'folder' as const, ...each })),
      ...read.map((each) => ({
        kind: 'document' as const,
        name: each.title,
        ...each,
      })),
    ]
  }, [read, folders.data, q, trash])
  const nameOf = useNames(useMemo(() => entries.map(({ ownerId }) => ownerId), [entries]))
  const language = currentLanguage()
  const rows = useMemo<readonly LibraryRow[]>(() => {
    const named = entries.map((each) => ({ ...each, ownerName: nameOf(each.ownerId) }))
    const isFolder = ({ kind }: LibraryRow) => kind === 'folder'
    return [
      ...sortRows(named.filter(isFolder), columns, sort, language),
      ...named.filter((row) => !isFolder(row)),
    ]
  }, [entries, nameOf, columns, sort, language])
  return { rows, columns, documents, folders, paged }
}
