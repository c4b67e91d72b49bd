import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { iam, unwrap } from '../../api/clients.ts'
import { signIn } from '../../auth/session.ts'
import { useMe } from '../../me/me.ts'
import { useFields, type Fields } from '../../shared/form/use-fields.ts'
import { Icon } from '../../shared/icon.tsx'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { weaknessOf } from './password-weakness.ts'
import { Section } from './section.tsx'

const initial = { currentPassword: '', newPassword: '', repeated: '' }

/** Changing the password ends every session, this one too: whoever knew the old one is out. */
export function PasswordForm() {
  const { t } = useTranslation('account')
  const { username } = useMe()
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof initial) =>
      unwrap(iam.POST('/api/iam/v1/me/password', { body: { currentPassword, newPassword } })),
  })
  const fields = useFields(initial, change.error)
  if (change.isSuccess) return <Changed />
  const { newPassword, repeated } = fields.values
  return (
    <Section title={t('password.title')} lead={t('password.lead')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (newPassword === repeated) change.mutate(fields.values)
        }}
      >
        <Stack maw="26rem">
          {/* For the browser's own keeper of passwords. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <PasswordFields fields={fields} weakness={weaknessOf(change.error)} />
          <ErrorAlert error={fields.formError} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t('password.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function PasswordFields(props: {
  readonly fields: Fields<typeof initial>
  readonly weakness: ReturnType<typeof weaknessOf>
}) {
  const { t } = useTranslation('account')
  const { fields, weakness } = props
  const { newPassword, repeated } = fields.values
  const isRepeated = repeated === '' || newPassword === repeated
  const next = fields.text('newPassword')
  return (
    <>
      <PasswordInput
        {...fields.text('currentPassword')}
        error={fields.field('currentPassword').error && t('password.wrong')}
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <PasswordInput
        {...next}
        error={next.error === undefined ? undefined : t(`password.weak.${weakness}`)}
        label={t('password.next')}
        autoComplete="new-password"
        required
      />
      <PasswordInput
        {...fields.text('repeated')}
        label={t('password.repeated')}
        error={isRepeated ? undefined : t('password.different')}
        autoComplete="new-password"
        required
      />
    </>
  )
}

function Changed() {
  const { t } = useTranslation('account')
  return (
    <Section title={t('password.title')}>
      <Alert color="green" icon={<Icon name="check" />} title={t('password.changed')} role="status">
        <Stack align="flex-start">
          {t('password.changedHint')}
          <Button onClick={() => void signIn()}>{t('common:action.signIn')}</Button>
        </Stack>
      </Alert>
    </Section>
  )
}
