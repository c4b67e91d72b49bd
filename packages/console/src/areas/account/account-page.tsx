import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../me/me.ts'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { Consents } from './consents.tsx'
import { Devices } from './devices/devices.tsx'
import { EmailForm } from './email.tsx'
import { Identities } from './identities.tsx'
import { Invitations } from './invitations.tsx'
import { NotificationForm } from './notification-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'
import { Section } from './section.tsx'
import { Sessions } from './sessions.tsx'
import { SignatureForm } from './signature/signature-form.tsx'

/** One's own account: what guards it, where it is open, how one is told. */
export function AccountPage() {
  const { t } = useTranslation('account')
  const { displayName, username } = useMe()
  return (
    <Page narrow>
      <PageHeader title={t('title')} lead={t('lead', { name: displayName, username })} />
      <Invitations />
      <EmailForm />
      <PasswordForm />
      <SecondFactor />
      <Sessions />
      <Identities />
      <Consents />
      <NotificationForm />
      <Devices />
      <SignatureForm />
      <Section title={t('away.title')} lead={t('away.lead')}>
        <Anchor component={Link} to="/delegation">
          {t('away.open')}
        </Anchor>
      </Section>
    </Page>
  )
}
