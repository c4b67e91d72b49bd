import { Button, FileButton, Group, Switch, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../me/me.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { dropEmpty } from '../../shared/drop-empty.ts'
import { EmptyState } from '../../shared/empty-state.tsx'
import { ErrorState } from '../../shared/error-state.tsx'
import { Icon } from '../../shared/icon.tsx'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page } from '../../shared/page.tsx'
import { useNames } from '../../shared/people.ts'
import { useSearchText } from '../../shared/use-search-text.ts'
import { FolderPath } from './folder-path.tsx'
import { useLibraryColumns, type LibraryRow } from './library-columns.tsx'
import { NewFolderDialog } from './new-folder-dialog.tsx'
import { documentsQuery, foldersQuery } from './queries.ts'
import type { LibrarySearch } from './search.ts'
import { DropZone } from './uploads/drop-zone.tsx'
import { UploadPanel } from './uploads/upload-panel.tsx'
import { onUploaded, startUploads } from './uploads/upload-store.ts'

const route = getRouteApi('/documents')

/** Folders and documents: found, uploaded by dropping them, opened. */
export function LibraryPage() {
  const { t } = useTranslation('documents')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('dms:document:write')
  const [isMakingFolder, setIsMakingFolder] = useState(false)
  const { folder, q, trash } = search
  const change = useCallback(
    (next: { [K in keyof LibrarySearch]?: LibrarySearch[K] | undefined }) =>
      void navigate({ search: (before) => dropEmpty({ ...before, ...next }) }),
    [navigate],
  )
  const { rows, documents, folders } = useLibraryRows(search)
  const nameOf = useNames(rows.map((row) => row.ownerId))
  const columns = useLibraryColumns(nameOf)
  const [cursor, setCursor] = useState(-1)
  const text = useSearchText(q ?? '', (next) => change({ q: next }))
  const upload = (files: readonly File[]) => startUploads(files, { folderId: folder })
  useReloadAfterUploads()

  const open = (row: LibraryRow) => {
    if (row.kind === 'folder') return change({ folder: row.id, q: undefined, trash: undefined })
    void navigate({ to: '/documents/$documentId', params: { documentId: row.id } })
  }
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = documents
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  const actions = mayWrite && (
    <>
      <Button variant="default" onClick={() => setIsMakingFolder(true)}>
        {t('folder.new')}
      </Button>
      <FileButton multiple onChange={upload}>
        {(props) => (
          <Button leftSection={<Icon name="upload" size={18} />} {...props}>
            {t('upload.files')}
          </Button>
        )}
      </FileButton>
    </>
  )
  const error = documents.error ?? folders.error
  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t('lead')} actions={actions} />
      <FolderPath folder={folder} />
      <Group>
        <TextInput
          {...text}
          aria-label={t('search')}
          placeholder={t('search')}
          type="search"
          leftSection={<Icon name="search" size={18} />}
          flex={1}
          maw="32rem"
        />
        <Switch
          label={t('trash.show')}
          checked={trash === true}
          onChange={({ currentTarget }) => change({ trash: currentTarget.checked || undefined })}
        />
      </Group>
      <DropZone hint={t('upload.drop')} isActive={mayWrite && trash !== true} onFiles={upload}>
        {error !== null && rows.length === 0 ? (
          <ErrorState error={error} onRetry={() => void documents.refetch()} />
        ) : (
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
            onEnd={onEnd}
            empty={<Empty search={search} mayWrite={mayWrite} />}
          />
        )}
      </DropZone>
      <UploadPanel />
      <NewFolderDialog
        opened={isMakingFolder}
        parentId={folder}
        onClose={() => setIsMakingFolder(false)}
      />
    </Page>
  )
}

/** Folders first, as everybody expects; a search looks for documents alone. */
function useLibraryRows(search: LibrarySearch) {
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

function useReloadAfterUploads(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onUploaded(() => void queries.invalidateQueries({ queryKey: ['dms', 'documents', 'list'] })),
    [queries],
  )
}

function Empty(props: { readonly search: LibrarySearch; readonly mayWrite: boolean }) {
  const { t } = useTranslation('documents')
  const { q, trash } = props.search
  if (q !== undefined) return <EmptyState icon="search" title={t('empty.search')} />
  if (trash === true) return <EmptyState icon="trash" title={t('empty.trash')} />
  const hint = props.mayWrite ? t('empty.hint') : undefined
  return <EmptyState icon="folder" title={t('empty.title')} hint={hint} />
}
