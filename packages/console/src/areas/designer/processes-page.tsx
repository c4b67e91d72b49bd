import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../me/me.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { NewProcessDialog } from './new-process/new-process-dialog.tsx'
import { definitionsQuery, type DefinitionSummary } from './queries.ts'
import { useVersionColumns } from './version-columns.tsx'

/** Every version of every process of the tenant. */
export function ProcessesPage() {
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const mayWrite = useMay('bpm:definition:write')
  const definitions = useQuery(definitionsQuery)
  const columns = useVersionColumns()
  const [isMaking, setIsMaking] = useState(false)
  const [cursor, setCursor] = useState(-1)
  const open = ({ id }: DefinitionSummary) =>
    void navigate({ to: '/processes/$definitionId', params: { definitionId: id } })
  const make = mayWrite && <Button onClick={() => setIsMaking(true)}>{t('new.title')}</Button>
  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t('lead')} actions={make} />
      {definitions.isLoadingError ? (
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
