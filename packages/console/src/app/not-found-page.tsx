import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../shared/page/empty-state.tsx'

/** An address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation('common')
  return (
    <EmptyState isPage icon="search" title={t('error.notFound')} hint={t('error.notFoundHint')}>
      <Button component="a" href="/console/" mt="sm">
        {t('action.home')}
      </Button>
    </EmptyState>
  )
}
