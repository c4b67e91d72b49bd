import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { useBizTypeName } from '../../../shared/biz-types.ts'
import { DataTable, type Column } from '../../../shared/list/data-table.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { Since } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { DefinitionTag } from '../definition-tag.tsx'
import { NewTableDialog } from './new-table-dialog.tsx'
import { decisionsQuery } from './queries.ts'
import type { Decision } from './table.ts'

type Summary = Omit<Decision, 'table' | 'examples'>

/** Every version of every decision table of the tenant. */
export function DecisionsPage() {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const mayWrite = useMay('bpm:definition:write')
  const decisions = useQuery(decisionsQuery)
  const columns = useColumns()
  const [isMaking, setIsMaking] = useState(false)
  const [cursor, setCursor] = useState(-1)
  const make = mayWrite && <Button onClick={() => setIsMaking(true)}>{t('tables.make')}</Button>
  return (
    <Page fill>
      <PageHeader title={t('tables.title')} lead={t('tables.lead')} actions={make} />
      {decisions.isError ? (
        <ErrorState error={decisions.error} onRetry={() => void decisions.refetch()} />
      ) : (
        <DataTable<Summary>
          label={t('tables.title')}
          columns={columns}
          rows={decisions.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name, version }) => `${name} ${version}`}
          isLoading={decisions.isPending}
          onOpen={({ id }) =>
            void navigate({ to: '/decision-tables/$decisionId', params: { decisionId: id } })
          }
          cursor={cursor}
          onCursor={setCursor}
          empty={
            <EmptyState icon="list" title={t('tables.empty.title')} hint={t('tables.empty.hint')} />
          }
        />
      )}
      {isMaking && <NewTableDialog onClose={() => setIsMaking(false)} />}
    </Page>
  )
}

function useColumns(): readonly Column<Summary>[] {
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
