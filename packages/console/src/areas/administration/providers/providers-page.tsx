import { Button, Code, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { DataTable, type Column } from '../../../shared/list/data-table.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'
import { providersQuery, type Provider } from '../queries.ts'
import { NewProviderDialog } from './new-provider-dialog.tsx'
import { addressOf } from './settings.ts'
import { StatusTag } from '../status-tag.tsx'

/** Where else people of this tenant have accounts: they sign in, or are provisioned, from there. */
export function ProvidersPage() {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const mayWrite = useMay('iam:federation:write')
  const providers = useQuery(providersQuery)
  const columns = useColumns()
  const [cursor, setCursor] = useState(-1)
  const [isMaking, setIsMaking] = useState(false)
  const add = mayWrite && <Button onClick={() => setIsMaking(true)}>{t('providers.new')}</Button>
  return (
    <Page>
      <PageHeader title={t('providers.title')} lead={t('providers.lead')} actions={add} />
      {providers.isLoadingError ? (
        <ErrorState error={providers.error} onRetry={() => void providers.refetch()} />
      ) : (
        <DataTable
          inline
          label={t('providers.title')}
          columns={columns}
          rows={providers.data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          isLoading={providers.isPending}
          onOpen={({ id }) => void navigate({ to: '/identity-providers/$id', params: { id } })}
          cursor={cursor}
          onCursor={setCursor}
          empty={
            <EmptyState icon="key" title={t('providers.none')} hint={t('providers.noneHint')} />
          }
        />
      )}
      <Panel label={t('scim.title')}>
        <Title order={2} size="h4">
          {t('scim.title')}
        </Title>
        <Text my="xs">{t('scim.text')}</Text>
        <Text component="div">
          {t('scim.address')}{' '}
          <Code className={classes.secret ?? ''}>{`${location.origin}/api/iam/v1/scim/v2`}</Code>
        </Text>
      </Panel>
      {isMaking && <NewProviderDialog onClose={() => setIsMaking(false)} />}
    </Page>
  )
}

function useColumns(): readonly Column<Provider>[] {
  const { t } = useTranslation('administration')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        width: 'minmax(10rem, 2fr)',
        cell: ({ name }) => <strong>{name}</strong>,
      },
      {
        id: 'kind',
        header: t('providers.kindOf'),
        width: 'minmax(8rem, 1fr)',
        wideOnly: true,
        cell: ({ kind }) => t(`providers.kind.${kind}.short`),
      },
      {
        id: 'address',
        header: t('providers.address'),
        width: 'minmax(10rem, 2fr)',
        wideOnly: true,
        cell: addressOf,
      },
      {
        id: 'status',
        header: t('field.status'),
        width: '8rem',
        cell: ({ status }) => <StatusTag status={status} />,
      },
    ],
    [t],
  )
}
