import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { NewTableDialog } from './new-table-dialog.tsx'
import { decisionsQuery } from './queries.ts'
import type { Decision } from './table.ts'
import { useVersionColumns } from '../version-columns.tsx'

type Summary = Omit<Decision, 'table' | 'examples'>

/** Every version of every decision table of the tenant. */
export function DecisionsPage() {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const mayWrite = useMay('bpm:definition:write')
  const decisions = useQuery(decisionsQuery)
  const columns = useVersionColumns()
  const [isMaking, setIsMaking] = useState(false)
  const [cursor, setCursor] = useState(-1)
  const make = mayWrite && <Button onClick={() => setIsMaking(true)}>{t('tables.make')}</Button>
  return (
    <Page fill>
      <PageHeader title={t('tables.title')} lead={t('tables.lead')} actions={make} />
      {decisions.isLoadingError ? (
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
