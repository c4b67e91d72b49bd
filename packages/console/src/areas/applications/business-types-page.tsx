import { Accordion, Text } from '@mantine/core'
import { useMay } from '../../me/me.ts'
import { useBizTypes } from '../../shared/biz-types.ts'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page, Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { BusinessType } from './business-type.tsx'
import { OriginsForm } from './origins-form.tsx'

/** What applications have declared, and where events about it may be sent. */
export function BusinessTypesPage() {
  const { t } = useTranslation('applications')
  const types = useBizTypes()
  const maySeeOrigins = useMay('bpm:origin:read')
  return (
    <Page narrow>
      <PageHeader title={t('types.title')} lead={t('types.lead')} />
      {types.isLoadingError && (
        <ErrorState error={types.error} onRetry={() => void types.refetch()} />
      )}
      {types.isPending && <BlockSkeleton />}
      {types.data?.length === 0 && (
        <EmptyState icon="tag" title={t('types.none')} hint={t('types.noneHint')} />
      )}
      {types.data !== undefined && types.data.length > 0 && (
        <Panel label={t('types.title')}>
          <Accordion variant="default" order={2}>
            {types.data.map((type) => (
              <Accordion.Item key={type.code} value={type.code}>
                <Accordion.Control>
                  <Text fw={600}>{type.name}</Text>
                  <Text size="sm" c="var(--console-soft)">
                    {type.code} · {t('types.version', { version: type.version })}
                  </Text>
                </Accordion.Control>
                <Accordion.Panel>
                  <BusinessType type={type} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </Panel>
      )}
      {maySeeOrigins && <OriginsForm />}
    </Page>
  )
}
