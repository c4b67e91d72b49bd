import { Button } from '@mantine/core'
import { EmptyState } from '../shared/page/empty-state.tsx'
import { useTranslation } from '../text/i18n.ts'

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
