import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../shared/list/data-table.tsx'
import { usePages } from '../../shared/list/use-pages.ts'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { FailingStarts } from './failing-starts.tsx'
import { useIncidentColumns } from './incident-columns.tsx'
import { IncidentDialog } from './incident-dialog.tsx'
import { IncidentFilters } from './incident-filters.tsx'
import type { Incident } from './kinds.ts'
import { incidentsQuery } from './queries.ts'
import type { IncidentSearch } from './search.ts'

const route = getRouteApi('/incidents')

/** What is stuck, and what an administrator can do about it. */
export function IncidentsPage() {
  const { t } = useTranslation('incidents')
  const search = route.useSearch()
  const incidents = useInfiniteQuery(incidentsQuery(search))
  const refresh = (
    <Button
      variant="default"
      loading={incidents.isRefetching}
      onClick={() => void incidents.refetch()}
    >
      {t('common:action.refresh')}
    </Button>
  )
  return (
    <Page fill>
      <PageHeader title={t('title')} lead={t('lead')} actions={refresh} />
      <FailingStarts />
      <IncidentFilters search={search} />
      <IncidentTable search={search} />
    </Page>
  )
}

export function IncidentTable({ search }: { readonly search: IncidentSearch }) {
  const { t } = useTranslation('incidents')
  const incidents = useInfiniteQuery(incidentsQuery(search))
  const { rows, paged } = usePages(incidents, 'id')
  const columns = useIncidentColumns()
  const [cursor, setCursor] = useState(-1)
  const [opened, setOpened] = useState<Incident>()
  if (incidents.isError && rows.length === 0) {
    return <ErrorState error={incidents.error} onRetry={() => void incidents.refetch()} />
  }
  const isFiltered = Object.keys(search).length > 0
  const hint = isFiltered ? t('noneFound') : t('noneHint')
  return (
    <>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        nameOf={({ kind, instance }) => `${t(`kind.${kind}`)}: ${instance.title}`}
        isLoading={incidents.isPending}
        onOpen={setOpened}
        cursor={cursor}
        onCursor={setCursor}
        {...paged}
        empty={<EmptyState icon="check" title={t('none')} hint={hint} />}
      />
      {opened !== undefined && (
        <IncidentDialog incident={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
