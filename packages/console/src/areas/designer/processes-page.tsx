import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../../me/me.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { DataTable, type Column } from '../../shared/list/data-table.tsx'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { Since } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { DefinitionTag } from './definition-tag.tsx'
import { NewProcessDialog } from './new-process/new-process-dialog.tsx'
import { definitionsQuery, type DefinitionSummary } from './queries.ts'

/** Every version of every process of the tenant. */
export function ProcessesPage() {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const mayWrite = useMay('bpm:definition:write')
  const definitions = useQuery(definitionsQuery)
  const columns = useColumns()
  const [isMaking, setIsMaking] = useState(false)
  const [cursor, setCursor] = useState(-1)
  const open = ({ id }: DefinitionSummary) =>
    void navigate({ to: '/processes/$definitionId', params: { definitionId: id } })
  const make = mayWrite && <Button onClick={() => setIsMaking(true)}>{t('new.title')}</Button>
  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t('lead')} actions={make} />
      {definitions.isError ? (
        <ErrorState error={definitions.error} onRetry={() => void definitions.refetch()} />
      ) : (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={definitions.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name, version }) => `${name} ${version}`}
          isLoading={definitions.isPending}
          onOpen={open}
          cursor={cursor}
          onCursor={setCursor}
          empty={<EmptyState icon="flow" title={t('empty.title')} hint={t('empty.hint')} />}
        />
      )}
      {isMaking && <NewProcessDialog onClose={() => setIsMaking(false)} />}
    </Page>
  )
}

function useColumns(): readonly Column<DefinitionSummary>[] {
  const { t } = useTranslation('designer')
  const typeName = useBizTypeName()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(12rem, 2fr)',
        sortBy: ({ name }) => name,
        cell: ({ name, key }) => (
          <span>
            <strong>{name}</strong> <small>{key}</small>
          </span>
        ),
      },
      {
        id: 'type',
        header: t('field.bizType'),
        width: 'minmax(8rem, 1fr)',
        sortBy: ({ bizType }) => typeName(bizType),
        wideOnly: true,
        cell: ({ bizType }) => typeName(bizType),
      },
      {
        id: 'version',
        header: t('field.version'),
        width: '6rem',
        sortBy: ({ version }) => version,
        narrowWidth: '3.75rem',
        align: 'end',
        cell: ({ version }) => version,
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '9rem',
        narrowWidth: '6.5rem',
        sortBy: ({ status }) => status,
        cell: ({ status }) => <DefinitionTag status={status} />,
      },
      {
        id: 'changed',
        header: t('field.changed'),
        width: '9rem',
        wideOnly: true,
        sortBy: ({ updatedAt }) => updatedAt,
        cell: ({ updatedAt }) => <Since time={updatedAt} />,
      },
    ],
    [t, typeName],
  )
}
