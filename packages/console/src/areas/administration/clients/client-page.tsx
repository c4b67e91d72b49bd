import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { Tag } from '../../../shared/status-badge.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { clientQuery } from '../queries.ts'
import { ClientForm } from './client-form.tsx'
import { kindOf } from './kind.ts'
import { Secrets } from './secrets.tsx'
import { SettingsPanel } from './settings-panel.tsx'

const route = getRouteApi('/clients/$id')

export function ClientPage() {
  const { t } = useTranslation('administration')
  const { id } = route.useParams()
  const client = useQuery(clientQuery(id))
  if (client.isLoadingError)
    return <ErrorState error={client.error} onRetry={() => void client.refetch()} />
  if (client.isPending) {
    return (
      <Page narrow>
        <BlockSkeleton lines={8} />
      </Page>
    )
  }
  const { name, clientId, type } = client.data
  return (
    <Page narrow>
      <nav>
        <Link to="/clients">← {t('clients.title')}</Link>
      </nav>
      <PageHeader
        title={name}
        lead={
          <>
            {clientId}{' '}
            <Tag tone={type === 'SPA' ? 'info' : 'warn'}>
              {t(`clients.kind.${kindOf(client.data)}.short`)}
            </Tag>
          </>
        }
      />
      <Stack>
        <Panel label={t('account.title')}>
          <ClientForm key={id} client={client.data} />
        </Panel>
        <Panel label={t('clients.settings.title')}>
          <Title order={2} size="h4" mb="sm">
            {t('clients.settings.title')}
          </Title>
          <SettingsPanel client={client.data} />
        </Panel>
        {type === 'SERVICE' && (
          <Panel label={t('secret.title')}>
            <Secrets client={client.data} />
          </Panel>
        )}
      </Stack>
    </Page>
  )
}
