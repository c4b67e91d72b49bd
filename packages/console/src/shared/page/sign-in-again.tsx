import { Button } from '@mantine/core'
import { signInBeside } from '../../auth/session.ts'
import { useTranslation } from '../../text/i18n.ts'

/** The way on when the session has ended: in a window of its own, so that nothing here is lost. */
export function SignInAgain() {
  const { t } = useTranslation('common')
  return <Button onClick={signInBeside}>{t('action.signIn')}</Button>
}
