import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { tellSignedIn } from '../auth/session.ts'
import { EmptyState } from '../shared/page/empty-state.tsx'
import { useTranslation } from '../text/i18n.ts'

/** Where a sign-in beside another window ends: that one goes on, and this one closes if it may. */
export function SignedInPage() {
  const { t } = useTranslation('common')
  useEffect(() => {
    tellSignedIn()
    window.close()
  }, [])
  return (
    <EmptyState isPage icon="check" title={t('signedIn.title')} hint={t('signedIn.hint')}>
      <Button component="a" href="/console/" variant="default" mt="sm">
        {t('action.home')}
      </Button>
    </EmptyState>
  )
}
