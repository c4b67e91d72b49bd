import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { documentsQuery, foldersQuery } from '../queries.ts'
import type { LibrarySearch } from '../search.ts'
import type { LibraryRow } from './library-columns.tsx'

/** Folders first, as everybody expects; a search looks for documents alone. */
export function useLibraryRows(search: LibrarySearch) {
  const { folder, q, trash } = search
  const documents = useInfiniteQuery(documentsQuery(search))
  const folders = useQuery({
    ...foldersQuery(folder),
    enabled: q === undefined && trash !== true,
  })
  const rows = useMemo<readonly LibraryRow[]>(() => {
    const inFolder = q === undefined && trash !== true ? (folders.data ?? []) : []
    return [
      ...inFolder.map((each) => ({ kind: 'folder' as const, ...each })),
      ...(documents.data?.pages ?? []).flatMap(({ items }) =>
        items.map((each) => ({ kind: 'document' as const, name: each.title, ...each })),
      ),
    ]
  }, [documents.data, folders.data, q, trash])
  return { rows, documents, folders }
}
