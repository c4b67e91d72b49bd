import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { DataTable, type Column } from '../../../shared/list/data-table.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { clientsQuery, type Client } from '../queries.ts'
import { kindOf } from './kind.ts'
import { NewClientWizard } from './new-client-wizard.tsx'
import { StatusTag } from '../status-tag.tsx'

/** The applications that may ask for tokens in this tenant. */
export function ClientsPage() {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const mayWrite = useMay('iam:client:write')
  const clients = useQuery(clientsQuery)
  const columns = useColumns()
  const [isMaking, setIsMaking] = useState(false)
  const [cursor, setCursor] = useState(-1)
  const make = mayWrite && <Button onClick={() => setIsMaking(true)}>{t('clients.new')}</Button>
  return (
    <Page fill>
      <PageHeader title={t('clients.title')} lead={t('clients.lead')} actions={make} />
      {clients.isLoadingError ? (
        <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />
      ) : (
        <DataTable
          label={t('clients.title')}
          columns={columns}
          rows={clients.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          isLoading={clients.isPending}
          onOpen={({ id }) => void navigate({ to: '/clients/$id', params: { id } })}
          cursor={cursor}
          onCursor={setCursor}
          empty={<EmptyState icon="plug" title={t('clients.none')} hint={t('clients.noneHint')} />}
        />
      )}
      {isMaking && <NewClientWizard onClose={() => setIsMaking(false)} />}
    </Page>
  )
}

function useColumns(): readonly Column<Client>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(10rem, 2fr)',
        sortBy: ({ name }) => name,
        cell: ({ name, clientId }) => (
          <div>
            <Text fw={600} size="sm">
              {name}
            </Text>
            <Text size="xs" c="var(--console-soft)">
              {clientId}
            </Text>
          </div>
        ),
      },
      {
        id: 'type',
        header: t('clients.type'),
        width: '9rem',
        sortBy: (client) => t(`clients.kind.${kindOf(client)}.short`),
        cell: ({ type, agent }) => (
          <Tag tone={type === 'SPA' ? 'info' : 'warn'}>
            {t(`clients.kind.${kindOf({ type, agent })}.short`)}
          </Tag>
        ),
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '8rem',
        sortBy: ({ status }) => status,
        wideOnly: true,
        cell: ({ status }) => <StatusTag status={status} />,
      },
    ],
    [t],
  )
}
