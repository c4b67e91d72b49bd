import { useMemo } from 'react'
import { useBizTypeName } from '../../shared/biz-types.ts'
import type { Column } from '../../shared/list/data-table.tsx'
import { Since } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { DefinitionTag } from './definition-tag.tsx'
import type { DefinitionSummary } from './queries.ts'

type Version = Pick<
  DefinitionSummary,
  'name' | 'key' | 'bizType' | 'version' | 'status' | 'updatedAt'
>

/** What is told of each version of a process, or of a decision table. */
export function useVersionColumns(): readonly Column<Version>[] {
  const { t } = useTranslation('designer')
  const typeName = useBizTypeName()
  return useMemo(
    () => [
      nameColumn(t('field.name')),
      {
        id: 'type',
        header: t('field.bizType'),
        width: 'minmax(8rem, 1fr)',
        sortBy: ({ bizType }) => typeName(bizType),
        wideOnly: true,
        cell: ({ bizType }) => typeName(bizType),
      },
      versionColumn(t('field.version')),
      {
        id: 'status',
        header: t('field.status'),
        width: '9rem',
        narrowWidth: '6.5rem',
        sortBy: ({ status }) => status,
        cell: ({ status }) => <DefinitionTag status={status} />,
      },
      changedColumn(t('field.changed')),
    ],
    [t, typeName],
  )
}

const nameColumn = (header: string): Column<Version> => ({
  id: 'name',
  header,
  width: 'minmax(12rem, 2fr)',
  sortBy: ({ name }) => name,
  cell: ({ name, key }) => (
    <span>
      <strong>{name}</strong> <small>{key}</small>
    </span>
  ),
})

const versionColumn = (header: string): Column<Version> => ({
  id: 'version',
  header,
  width: '6rem',
  narrowWidth: '3.75rem',
  align: 'end',
  sortBy: ({ version }) => version,
  cell: ({ version }) => version,
})

const changedColumn = (header: string): Column<Version> => ({
  id: 'changed',
  header,
  width: '9rem',
  wideOnly: true,
  sortBy: ({ updatedAt }) => updatedAt,
  cell: ({ updatedAt }) => <Since time={updatedAt} />,
})
