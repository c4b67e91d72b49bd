import { Button, CopyButton, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { EditNotices } from '../../../shared/form/edit-notices.tsx'
import { Form } from '../../../shared/form/form.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useEdited, type Sent } from '../../../shared/form/use-edited.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page, Panel } from '../../../shared/page/page.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'
import { providerQuery, type Provider } from '../queries.ts'
import { ProviderActions } from './provider-actions.tsx'
import { ProviderFields } from './provider-fields.tsx'
import { ProviderLinks } from './provider-links.tsx'
import { settingsOf, toChangeBody, type Settings } from './settings.ts'
import { StatusTag } from '../status-tag.tsx'

const route = getRouteApi('/identity-providers/$id')

/** One identity provider: what it is set up by, whether it answers, and whom it lets in. */
export function ProviderPage() {
  const { t } = useTranslation('administration')
  const { id } = route.useParams()
  const provider = useQuery(providerQuery(id))
  if (provider.isLoadingError) {
    return <ErrorState error={provider.error} onRetry={() => void provider.refetch()} />
  }
  if (provider.isPending) {
    return (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    )
  }
  const { name, kind, status, redirectUri } = provider.data
  return (
    <Page>
      <nav>
        <Link to="/identity-providers">← {t('providers.title')}</Link>
      </nav>
      <PageHeader
        title={name}
        lead={
          <>
            {t(`providers.kind.${kind}.short`)} <StatusTag status={status} />
          </>
        }
        actions={<ProviderActions provider={provider.data} />}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel label={t('providers.settings')}>
          <SettingsForm key={id} provider={provider.data} />
        </Panel>
        <Stack>
          {redirectUri !== null && <RedirectAddress address={redirectUri} />}
          <Panel label={t('links.title')}>
            <ProviderLinks providerId={id} />
          </Panel>
        </Stack>
      </SimpleGrid>
    </Page>
  )
}

function RedirectAddress({ address }: { readonly address: string }) {
  const { t } = useTranslation('administration')
  return (
    <Panel label={t('providers.redirect')}>
      <Title order={2} size="h4">
        {t('providers.redirect')}
      </Title>
      <Text size="sm" c="var(--console-soft)" my="xs">
        {t('providers.redirectHint')}
      </Text>
      <Group>
        <Text flex="1 1 12rem" size="sm" className={classes.secret ?? ''}>
          {address}
        </Text>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? t('secret.copied') : t('providers.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Panel>
  )
}

function SettingsForm({ provider }: { readonly provider: Provider }) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:federation:write')
  const { id, kind } = provider
  const save = useChange({
    key: ['iam', 'providers'],
    done: t('saved'),
    change: async ({ values, edited }: Sent<Provider, Settings>) => {
      const params = { path: { id } }
      const body = { ...toChangeBody(kind, values), revision: edited.kept.revision }
      const kept = await unwrap(iam.PATCH('/api/iam/v1/identity-providers/{id}', { params, body }))
      edited.saved({ kept, content: values })
    },
  })
  const initial = settingsOf(provider)
  const fields = useFields(initial, save.error)
  const { values } = fields
  const edited = useEdited({ kept: provider, content: initial }, values, fields.reset)
  return (
    <Form
      submit={t('save')}
      isRunning={save.isPending}
      error={fields.formError}
      mayWrite={mayWrite}
      onSubmit={() => save.mutate({ values, edited })}
    >
      <Title order={2} size="h4">
        {t('providers.settings')}
      </Title>
      <EditNotices edited={edited} />
      <ProviderFields kind={kind} fields={fields} isMade disabled={!mayWrite} />
    </Form>
  )
}
