import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import type { Column } from '../../../shared/list/data-table.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { Since } from '../../../shared/time-text.tsx'
import { notifyDone, notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { formatBytes } from '../../../text/sizes.ts'
import { openDownload } from '../open-download.ts'
import type { DmsDocument, Version } from '../queries.ts'
import { VersionMenu } from './version-menu.tsx'
import { VersionTags } from './version-tags.tsx'

export function useVersionColumns(
  document: DmsDocument,
  versions: readonly Version[],
): readonly Column<Version>[] {
  const { t } = useTranslation('documents')
  const nameOf = useNames(versions.map(({ createdBy }) => createdBy))
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
        cell: (version) => <FileCell version={version} />,
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
        cell: (version) => <UploadedCell version={version} nameOf={nameOf} />,
      },
      {
        id: 'menu',
        header: t('versions.menu'),
        width: '6rem',
        narrowWidth: '5rem',
        align: 'end',
        cell: (version) => <MenuCell document={document} version={version} />,
      },
    ],
    [t, nameOf, document],
  )
}

function FileCell({ version }: { readonly version: Version }) {
  return (
    <div>
      <Text size="sm" truncate>
        {version.fileName}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {version.note ?? formatBytes(version.sizeBytes)}
      </Text>
    </div>
  )
}

function UploadedCell(props: {
  readonly version: Version
  readonly nameOf: (id: string) => string
}) {
  const { createdBy, createdAt } = props.version
  return (
    <Text size="sm" truncate>
      {props.nameOf(createdBy)}, <Since time={createdAt} />
    </Text>
  )
}

function MenuCell(props: { readonly document: DmsDocument; readonly version: Version }) {
  const { document, version } = props
  const restore = useRestore(document)
  return (
    <VersionMenu
      document={document}
      version={version}
      onDownload={() => void openDownload(version.id).catch(notifyProblem)}
      onRestore={() => restore.mutate(version.id)}
    />
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
