import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import type { SortedColumn } from '../../../shared/list/service-order.ts'
import { Tag } from '../../../shared/status-badge.tsx'
import { Since } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../documents.module.css'
import type { DmsDocument, Folder } from '../queries.ts'

export type LibraryRow = { readonly ownerName: string } & (
  | (Folder & { readonly kind: 'folder' })
  | (DmsDocument & { readonly kind: 'document'; readonly name: string })
)

/** Documents are sorted by the service, of which there are many; the folders above them are all here. */
export function useLibraryColumns(): readonly SortedColumn<LibraryRow, 'title' | 'updatedAt'>[] {
  const { t } = useTranslation('documents')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        width: 'minmax(14rem, 3fr)',
        cell: (row) => <NameCell row={row} />,
        sortBy: ({ name }) => name,
        sortedAs: 'title',
      },
      {
        id: 'owner',
        header: t('column.owner'),
        width: 'minmax(8rem, 1fr)',
        wideOnly: true,
        cell: ({ ownerName }) => (
          <Text size="sm" truncate>
            {ownerName}
          </Text>
        ),
      },
      {
        id: 'versions',
        header: t('column.versions'),
        width: '6rem',
        wideOnly: true,
        align: 'end',
        cell: (row) => (row.kind === 'document' ? row.versionCount : ''),
      },
      {
        id: 'changed',
        header: t('column.changed'),
        width: '9rem',
        cell: ({ updatedAt }) => <Since time={updatedAt} />,
        sortBy: ({ updatedAt }) => updatedAt,
        sortedAs: 'updatedAt',
      },
    ],
    [t],
  )
}

function NameCell({ row }: { readonly row: LibraryRow }) {
  const { t } = useTranslation('documents')
  if (row.kind === 'folder') {
    return (
      <Group gap="sm" wrap="nowrap">
        <Icon name="folder" className={classes.folder ?? ''} />
        <Link to="/documents" search={{ folder: row.id }} className={classes.name ?? ''}>
          {row.name}
        </Link>
      </Group>
    )
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <Icon name="document" />
      <div className={classes.nameCell}>
        <Group gap="xs" wrap="nowrap">
          <Link
            to="/documents/$documentId"
            params={{ documentId: row.id }}
            className={classes.name ?? ''}
          >
            {row.title}
          </Link>
          {row.lock !== undefined && (
            <Icon name="lock" size={15} role="img" aria-hidden={false} aria-label={t('locked')} />
          )}
        </Group>
        {row.snippet !== undefined && (
          <Text size="xs" c="dimmed" truncate>
            {row.snippet}
          </Text>
        )}
        {row.tags.length > 0 && row.snippet === undefined && (
          <Group gap={4} wrap="nowrap" className={classes.tags ?? ''}>
            {row.tags.map((tag) => (
              <Tag key={tag} tone="plain">
                {tag}
              </Tag>
            ))}
          </Group>
        )}
      </div>
    </Group>
  )
}
