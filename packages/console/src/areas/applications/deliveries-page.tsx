import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../me/me.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { usePages } from '../../shared/list/use-pages.ts'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { DeliveryFilters } from './delivery-filters.tsx'
import { useEventName } from './event-name.ts'
import { deliveriesQuery, type Delivery } from './queries.ts'
import { RedeliverDialog } from './redeliver-dialog.tsx'

const route = getRouteApi('/deliveries')

/** What was sent to applications, what they answered, and sending it again. */
export function DeliveriesPage() {
  const { t } = useTranslation('applications')
  const search = route.useSearch()
  const mayWrite = useMay('bpm:delivery:write')
  const deliveries = useInfiniteQuery(deliveriesQuery(search))
  const [isSending, setIsSending] = useState(false)
  const actions = (
    <>
      <Button
        variant="default"
        loading={deliveries.isRefetching}
        onClick={() => void deliveries.refetch()}
      >
        {t('common:action.refresh')}
      </Button>
      {mayWrite && <Button onClick={() => setIsSending(true)}>{t('redeliver.several')}</Button>}
    </>
  )
  return (
    <Page fill>
      <PageHeader title={t('deliveries.title')} lead={t('deliveries.lead')} actions={actions} />
      <DeliveryFilters search={search} />
      <DeliveryTable />
      {isSending && (
        <RedeliverDialog instance={search.instance} onClose={() => setIsSending(false)} />
      )}
    </Page>
  )
}

function DeliveryTable() {
  const { t } = useTranslation('applications')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const deliveries = useInfiniteQuery(deliveriesQuery(search))
  const { rows, paged } = usePages(deliveries, 'eventId')
  const columns = useDeliveryColumns(useMay('bpm:delivery:write'))
  const eventName = useEventName()
  const [cursor, setCursor] = useState(-1)
  const open = ({ eventId }: Delivery) =>
    void navigate({ to: '/deliveries/$eventId', params: { eventId } })
  if (deliveries.isError && rows.length === 0) {
    return <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
  }
  const isFiltered = Object.keys(search).length > 0
  const hint = isFiltered ? t('deliveries.noneFound') : t('deliveries.noneHint')
  return (
    <DataTable
      label={t('deliveries.title')}
      columns={columns}
      rows={rows}
      keyOf={({ eventId }) => eventId}
      nameOf={({ type, sequence }) => `${eventName(type)} ${sequence}`}
      isLoading={deliveries.isPending}
      onOpen={open}
      cursor={cursor}
      onCursor={setCursor}
      {...paged}
      empty={<EmptyState icon="bolt" title={t('deliveries.none')} hint={hint} />}
    />
  )
}
