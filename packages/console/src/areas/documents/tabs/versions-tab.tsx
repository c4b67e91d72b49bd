import { Button, FileButton, Group, Select, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dms, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { DataTable, type Column } from '../../../shared/data-table.tsx'
import { ErrorState } from '../../../shared/error-state.tsx'
import { Icon } from '../../../shared/icon.tsx'
import { notifyDone, notifyProblem } from '../../../shared/notify.ts'
import { useNames } from '../../../shared/people.ts'
import { BlockSkeleton } from '../../../shared/skeletons.tsx'
import { Since } from '../../../shared/time-text.tsx'
import { formatBytes } from '../../../text/sizes.ts'
import { Comparison } from '../comparison.tsx'
import { openDownload } from '../open-download.ts'
import { versionsQuery, type DmsDocument, type Version } from '../queries.ts'
import { onUploaded, startUploads } from '../uploads/upload-store.ts'
import { VersionMenu } from '../version-menu.tsx'
import { VersionTags } from '../version-tags.tsx'

export function VersionsTab({ document }: { readonly document: DmsDocument }) {
  const versions = useQuery(versionsQuery(document.id))
  if (versions.isPending) return <BlockSkeleton />
  if (versions.isError) {
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  }
  return <Loaded document={document} versions={versions.data} />
}

function Loaded(props: { readonly document: DmsDocument; readonly versions: readonly Version[] }) {
  const { t } = useTranslation('documents')
  const { document, versions } = props
  const queries = useQueryClient()
  const mayWrite = useMay('dms:document:write')
  const writes = mayWrite && document.rights?.includes('write') === true
  const columns = useVersionColumns(document, versions)
  useEffect(
    () => onUploaded(() => void queries.invalidateQueries({ queryKey: ['dms', 'documents'] })),
    [queries],
  )
  return (
    <>
      {writes && document.lock === undefined && (
        <Group justify="flex-end" mb="md">
          <FileButton
            onChange={(file) => {
              if (file !== null) startUploads([file], { documentId: document.id })
            }}
          >
            {(button) => (
              <Button {...button} leftSection={<Icon name="upload" size={18} />}>
                {t('versions.upload')}
              </Button>
            )}
          </FileButton>
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

function useVersionColumns(
  document: DmsDocument,
  versions: readonly Version[],
): readonly Column<Version>[] {
  const { t } = useTranslation('documents')
  const nameOf = useNames(versions.map(({ createdBy }) => createdBy))
  const restore = useRestore(document)
  return useMemo(
    () => [
      {
        id: 'no',
        header: t('field.version'),
        width: '5rem',
        narrowWidth: '4.25rem',
        cell: ({ versionNo }) => versionNo,
      },
      {
        id: 'file',
        header: t('field.file'),
        width: 'minmax(12rem, 2fr)',
        cell: (version) => (
          <div>
            <Text size="sm" truncate>
              {version.fileName}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {version.note ?? formatBytes(version.sizeBytes)}
            </Text>
          </div>
        ),
      },
      {
        id: 'state',
        header: t('field.state'),
        width: '11rem',
        narrowWidth: '6rem',
        cell: (version) => <VersionTags version={version} />,
      },
      {
        id: 'by',
        header: t('field.uploaded'),
        width: '11rem',
        wideOnly: true,
        cell: ({ createdBy, createdAt }) => (
          <Text size="sm" truncate>
            {nameOf(createdBy)}, <Since time={createdAt} />
          </Text>
        ),
      },
      {
        id: 'menu',
        header: '',
        width: '3.5rem',
        align: 'end',
        cell: (version) => (
          <VersionMenu
            document={document}
            version={version}
            onDownload={() => void openDownload(version.id).catch(notifyProblem)}
            onRestore={() => restore.mutate(version.id)}
          />
        ),
      },
    ],
    [t, nameOf, document, restore],
  )
}

function useRestore({ id }: DmsDocument) {
  const { t } = useTranslation('documents')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (versionId: string) =>
      unwrap(
        dms.POST('/api/dms/versions/{versionId}/restore', {
          params: { path: { versionId } },
          body: {},
        }),
      ),
    onSuccess: async () => {
      notifyDone(t('versions.restored'))
      await queries.invalidateQueries({ queryKey: ['dms', 'documents', id] })
    },
    onError: notifyProblem,
  })
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
          label={t('compare.from')}
          data={data}
          value={from}
          onChange={setFrom}
          allowDeselect={false}
        />
        <Select
          label={t('compare.to')}
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
