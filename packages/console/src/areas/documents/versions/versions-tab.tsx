import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { may, useMe } from '../../../me/me.ts'
import { UploadButton } from '../../../shared/form/upload-button.tsx'
import { Icon } from '../../../shared/icon.tsx'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Comparison } from '../../../shared/preview/comparison.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { isLockedFor } from '../locked.ts'
import { versionsQuery, type DmsDocument, type Version } from '../queries.ts'
import { useStartUploads } from '../uploads/use-start-uploads.ts'
import { useVersionColumns } from './version-columns.tsx'

export function VersionsTab({ document }: { readonly document: DmsDocument }) {
  const versions = useQuery(versionsQuery(document.id))
  if (versions.isPending) return <BlockSkeleton />
  if (versions.isLoadingError) {
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  }
  return <Loaded document={document} versions={versions.data} />
}

function Loaded(props: { readonly document: DmsDocument; readonly versions: readonly Version[] }) {
  const { t } = useTranslation('documents')
  const { document, versions } = props
  const startUploads = useStartUploads()
  const me = useMe()
  const writes = may(me, 'dms:document:write') && document.rights?.includes('write') === true
  const columns = useVersionColumns(document, versions)
  return (
    <>
      {writes && !isLockedFor(me, document.lock) && (
        <Group justify="flex-end" mb="md">
          <UploadButton
            leftSection={<Icon name="upload" size={18} />}
            onFiles={(files) => startUploads(files, { documentId: document.id })}
          >
            {t('versions.upload')}
          </UploadButton>
        </Group>
      )}
      <DataTable
        inline
        label={t('tab.versions')}
        columns={columns}
        rows={versions}
        keyOf={({ id }) => id}
        nameOf={({ versionNo }) => String(versionNo)}
        rowHeightPx={64}
      />
      {versions.length > 1 && <Compare document={document} versions={versions} />}
    </>
  )
}

function Compare(props: { readonly document: DmsDocument; readonly versions: readonly Version[] }) {
  const { t } = useTranslation('documents')
  const { document, versions } = props
  const [newest, before] = versions
  const [from, setFrom] = useState<string | null>(before?.id ?? null)
  const [to, setTo] = useState<string | null>(newest?.id ?? null)
  const data = versions.map(({ id, versionNo, fileName }) => ({
    value: id,
    label: `${versionNo} · ${fileName}`,
  }))
  return (
    <section style={{ marginTop: '1.5rem' }}>
      <Group align="flex-end">
        <Select
          label={t('preview:compare.from')}
          data={data}
          value={from}
          onChange={setFrom}
          allowDeselect={false}
        />
        <Select
          label={t('preview:compare.to')}
          data={data}
          value={to}
          onChange={setTo}
          allowDeselect={false}
        />
      </Group>
      {from !== null && to !== null && from !== to && (
        <Comparison documentId={document.id} from={from} to={to} />
      )}
    </section>
  )
}
