import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../api/clients.ts'
import { dropEmpty } from '../../shared/form/drop-empty.ts'
import { useChange } from '../../shared/form/use-change.ts'
import { useFields } from '../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { emailKey, emailQuery, type Email } from './queries.ts'
import { Section } from './section.tsx'

/** One's own mail address: a new password can be asked for there once it is proven. */
export function EmailForm() {
  const { t } = useTranslation('account')
  const { data, error, refetch } = useQuery(emailQuery)
  if (data === undefined) {
    return (
      <Section title={t('email.title')} lead={t('email.lead')}>
        {error === null ? (
          <BlockSkeleton lines={2} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Section>
    )
  }
  const { email, verified, pending, canVerify } = data
  return (
    <Section title={t('email.title')} lead={t('email.lead')}>
      <Stack maw="26rem">
        <Text>
          {email ?? t('email.none')}
          {email !== null && (
            <Text span size="sm" c="var(--console-soft)">
              {' '}
              {verified ? t('email.proven') : t('email.unproven')}
            </Text>
          )}
        </Text>
        {canVerify ? <Ask email={email} /> : <Text size="sm">{t('email.noMail')}</Text>}
        {pending !== null && <Confirm pending={pending} />}
      </Stack>
    </Section>
  )
}

function Ask({ email }: Pick<Email, 'email'>) {
  const { t } = useTranslation('account')
  const ask = useChange({
    key: emailKey,
    done: t('email.sent'),
    change: ({ email: wanted, currentPassword }: { email: string; currentPassword: string }) =>
      unwrap(
        iam.PUT('/api/iam/v1/me/email', {
          body: { email: wanted, ...dropEmpty({ currentPassword }) },
        }),
      ),
  })
  const fields = useFields({ email: email ?? '', currentPassword: '' }, ask.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        ask.mutate(fields.values)
      }}
    >
      <Stack>
        <TextInput {...fields.text('email')} label={t('email.address')} type="email" required />
        <PasswordInput
          {...fields.text('currentPassword')}
          error={fields.field('currentPassword').error && t('password.wrong')}
          label={t('password.current')}
          description={t('email.passwordHint')}
          autoComplete="current-password"
        />
        <ErrorAlert error={fields.formError} />
        <Group>
          <Button type="submit" variant="default" loading={ask.isPending}>
            {t('email.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Confirm({ pending }: { readonly pending: NonNullable<Email['pending']> }) {
  const { t } = useTranslation('account')
  const confirm = useChange({
    key: emailKey,
    done: t('email.confirmed'),
    change: (code: string) =>
      unwrap(iam.POST('/api/iam/v1/me/email/confirmation', { body: { code } })),
  })
  const fields = useFields({ code: '' }, confirm.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate(fields.values.code)
      }}
    >
      <Stack>
        <TextInput
          {...fields.text('code')}
          error={fields.field('code').error && t('email.wrong')}
          label={t('email.code', { address: pending.email })}
          autoComplete="one-time-code"
          required
        />
        <ErrorAlert error={fields.formError} />
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            {t('email.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
