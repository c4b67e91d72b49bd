import { Button, Group, Switch, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { UploadButton } from '../../../shared/form/upload-button.tsx'
import { useSearchText } from '../../../shared/form/use-search-text.ts'
import { Icon } from '../../../shared/icon.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import type { LibrarySearch } from '../search.ts'
import { DropZone } from '../uploads/drop-zone.tsx'
import { UploadPanel } from '../uploads/upload-panel.tsx'
import { useStartUploads } from '../uploads/use-start-uploads.ts'
import { FolderPath } from './folder-path.tsx'
import { LibraryTable } from './library-table.tsx'
import { NewFolderDialog } from './new-folder-dialog.tsx'

const route = getRouteApi('/documents')

type Change = (next: { [K in keyof LibrarySearch]?: LibrarySearch[K] | undefined }) => void

/** Folders and documents: found, uploaded by dropping them, opened. */
export function LibraryPage() {
  const { t } = useTranslation('documents')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('dms:document:write')
  const [isMakingFolder, setIsMakingFolder] = useState(false)
  const { folder, trash } = search
  // A folder is a step to come back from; letters of a search are none.
  const change = (next: Parameters<Change>[0], replace: boolean) =>
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace })
  const startUploads = useStartUploads()
  const upload = (files: readonly File[]) => startUploads(files, { folderId: folder })
  const actions = mayWrite && (
    <>
      <Button variant="default" onClick={() => setIsMakingFolder(true)}>
        {t('folder.new')}
      </Button>
      <UploadButton multiple leftSection={<Icon name="upload" size={18} />} onFiles={upload}>
        {t('upload.files')}
      </UploadButton>
    </>
  )
  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t('lead')} actions={actions} />
      <FolderPath folder={folder} />
      <Filters search={search} onChange={(next) => change(next, true)} />
      <DropZone hint={t('upload.drop')} isActive={mayWrite && trash !== true} onFiles={upload}>
        <LibraryTable
          search={search}
          onFolder={(id) => change({ folder: id, ...noFilters }, false)}
        />
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

const noFilters = { q: undefined, trash: undefined }

function Filters(props: { readonly search: LibrarySearch; readonly onChange: Change }) {
  const { t } = useTranslation('documents')
  const { search, onChange } = props
  const text = useSearchText(search.q ?? '', (next) => onChange({ q: next }))
  return (
    <Group>
      <TextInput
        {...text}
        aria-label={t('search')}
        placeholder={t('search')}
        type="search"
        leftSection={<Icon name="search" size={18} />}
        flex="1 1 12rem"
        maw="32rem"
      />
      <Switch
        label={t('trash.show')}
        checked={search.trash === true}
        onChange={({ currentTarget }) => onChange({ trash: currentTarget.checked || undefined })}
      />
    </Group>
  )
}
