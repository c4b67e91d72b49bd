import { useTranslation } from 'react-i18next'
import { Page } from '../../shared/page.tsx'
import { PageHeader } from '../../shared/page-header.tsx'

export function InboxPage() {
  const { t } = useTranslation('inbox')
  return (
    <Page fill>
      <PageHeader title={t('title')} />
    </Page>
  )
}
