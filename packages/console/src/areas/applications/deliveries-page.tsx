import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../me/me.ts'
import { bizTypesQuery } from '../../shared/biz-types.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { dropEmpty } from '../../shared/drop-empty.ts'
import { EmptyState } from '../../shared/empty-state.tsx'
import { ErrorState } from '../../shared/error-state.tsx'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page } from '../../shared/page.tsx'
import { usePages } from '../../shared/use-pages.ts'
import { useSearchText } from '../../shared/use-search-text.ts'
import classes from './applications.module.css'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { deliveriesQuery, type Delivery } from './queries.ts'
import { RedeliverDialog } from './redeliver-dialog.tsx'
import { deliveryStatuses, isId, type DeliverySearch } from './search.ts'

const route = getRouteApi('/deliveries')

/** What was sent to applications, what they answered, and sending it again. */
export function DeliveriesPage() {
  const { t } = useTranslation(['applications', 'common'])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('bpm:delivery:write')
  const deliveries = useInfiniteQuery(deliveriesQuery(search))
  const { rows, onEnd } = usePages(deliveries)
  const columns = useDeliveryColumns()
  const [cursor, setCursor] = useState(-1)
  const [isSending, setIsSending] = useState(false)
  const open = ({ eventId }: Delivery) =>
    void navigate({ to: '/deliveries/$eventId', params: { eventId } })
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
      <Filters search={search} />
      {deliveries.isError ? (
        <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : (
        <DataTable
          label={t('deliveries.title')}
          columns={columns}
          rows={rows}
          keyOf={({ eventId }) => eventId}
          nameOf={({ type, sequence }) => `${type} ${sequence}`}
          isLoading={deliveries.isPending}
          onOpen={open}
          cursor={cursor}
          onCursor={setCursor}
          onEnd={onEnd}
          empty={
            <EmptyState
              icon="bolt"
              title={t('deliveries.none')}
              hint={
                Object.keys(search).length === 0
                  ? t('deliveries.noneHint')
                  : t('deliveries.noneFound')
              }
            />
          }
        />
      )}
      {isSending && (
        <RedeliverDialog instance={search.instance} onClose={() => setIsSending(false)} />
      )}
    </Page>
  )
}

function Filters({ search }: { readonly search: DeliverySearch }) {
  const { t } = useTranslation(['applications', 'common'])
  const navigate = route.useNavigate()
  const { data: bizTypes = [] } = useQuery(bizTypesQuery)
  const change = (next: { [K in keyof DeliverySearch]?: DeliverySearch[K] | undefined }) =>
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }) })
  const instance = useSearchText(search.instance ?? '', (text) => {
    if (text === '' || isId(text)) change({ instance: text })
  })
  return (
    <search className={classes.filters}>
      <NativeSelect
        aria-label={t('field.status')}
        data={[
          { value: '', label: t('deliveries.allStatuses') },
          ...deliveryStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        value={search.status ?? ''}
        onChange={({ currentTarget }) =>
          change({ status: deliveryStatuses.find((known) => known === currentTarget.value) })
        }
      />
      <NativeSelect
        aria-label={t('field.bizType')}
        data={[
          { value: '', label: t('deliveries.allTypes') },
          ...bizTypes.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={search.bizType ?? ''}
        onChange={({ currentTarget }) => change({ bizType: currentTarget.value })}
      />
      <TextInput
        {...instance}
        className={classes.id ?? ''}
        type="search"
        aria-label={t('deliveries.instance')}
        placeholder={t('deliveries.instance')}
        error={instance.value !== '' && !isId(instance.value) && t('deliveries.noId')}
      />
    </search>
  )
}
