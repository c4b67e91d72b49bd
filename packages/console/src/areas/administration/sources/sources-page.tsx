import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DataTable, type Column } from '../../../shared/list/data-table.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { sourcesQuery, type Source } from '../queries.ts'
import { Migrations } from './migrations.tsx'
import { NewSourceDialog } from './new-source-dialog.tsx'
import { SourceMenu } from './source-menu.tsx'

/** Where the bytes of documents lie. History stays where it is; the default takes what is new. */
export function SourcesPage() {
  const { t } = useTranslation('administration')
  const sources = useQuery(sourcesQuery)
  const [isMaking, setIsMaking] = useState(false)
  const columns = useColumns(sources.data ?? [])
  return (
    <Page>
      <PageHeader
        title={t('sources.title')}
        lead={t('sources.lead')}
        actions={<Button onClick={() => setIsMaking(true)}>{t('sources.new')}</Button>}
      />
      {sources.isLoadingError ? (
        <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
      ) : (
        <DataTable
          inline
          rowHeightPx={72}
          label={t('sources.title')}
          columns={columns}
          rows={sources.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          isLoading={sources.isPending}
        />
      )}
      <Migrations sources={sources.data ?? []} />
      {isMaking && <NewSourceDialog onClose={() => setIsMaking(false)} />}
    </Page>
  )
}

function useColumns(sources: readonly Source[]): readonly Column<Source>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(10rem, 2fr)',
        // What is said below the name has room at 320 pixels.
        narrowWidth: 'minmax(8rem, 1fr)',
        cell: ({ name, isDefault }) => (
          <Group gap="xs">
            <strong>{name}</strong>
            {isDefault && <Tag tone="info">{t('sources.default')}</Tag>}
          </Group>
        ),
      },
      {
        id: 'place',
        header: t('sources.place'),
        width: 'minmax(10rem, 2fr)',
        wideOnly: true,
        cell: ({ kind, endpoint, bucket }) =>
          kind === 'filesystem' ? t('sources.kind.filesystem') : `${endpoint} · ${bucket}`,
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '9rem',
        narrowWidth: '6.5rem',
        cell: ({ status }) => (
          <Tag tone={status === 'ACTIVE' ? 'good' : 'plain'}>{t(`sources.status.${status}`)}</Tag>
        ),
      },
      {
        id: 'actions',
        header: t('people.actions'),
        width: '6rem',
        narrowWidth: '4.5rem',
        align: 'end',
        cell: (source) => <SourceMenu source={source} others={sources} />,
      },
    ],
    [t, sources],
  )
}
