import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { LibrarySearch } from '../search.ts'
import type { LibraryRow } from './library-columns.tsx'
import { useLibraryRows } from './use-library-rows.ts'

interface Props {
  readonly search: LibrarySearch
  readonly onFolder: (id: string) => void
}

/** What stands in a folder, or was found. */
export function LibraryTable({ search, onFolder }: Props) {
  const { t } = useTranslation('documents')
  const navigate = useNavigate()
  const { rows, columns, documents, folders, paged } = useLibraryRows(search)
  const [cursor, setCursor] = useState(-1)
  const open = ({ kind, id }: LibraryRow) => {
    if (kind === 'folder') return onFolder(id)
    void navigate({ to: '/documents/$documentId', params: { documentId: id } })
  }
  const error = documents.error ?? folders.error
  const retry = () => {
    for (const list of [documents, folders]) if (list.isError) void list.refetch()
  }
  if (error !== null && rows.length === 0) return <ErrorState error={error} onRetry={retry} />
  // Documents alone would look as if there were no folders.
  const unread = folders.isLoadingError && {
    rest: { error, isLoading: folders.isFetching, retry },
  }
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={rows}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      nameOf={({ name }) => name}
      rowHeightPx={64}
      isLoading={documents.isPending}
      onOpen={open}
      cursor={cursor}
      onCursor={setCursor}
      {...paged}
      {...unread}
      empty={<Empty search={search} />}
    />
  )
}

function Empty({ search }: Pick<Props, 'search'>) {
  const { t } = useTranslation('documents')
  const mayWrite = useMay('dms:document:write')
  const { q, trash } = search
  if (q !== undefined) return <EmptyState icon="search" title={t('empty.search')} />
  if (trash === true) return <EmptyState icon="trash" title={t('empty.trash')} />
  const hint = mayWrite ? t('empty.hint') : undefined
  return <EmptyState icon="folder" title={t('empty.title')} hint={hint} />
}
