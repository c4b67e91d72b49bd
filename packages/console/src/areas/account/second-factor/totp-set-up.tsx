import { Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { iam, unwrap } from '../../../api/clients.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { mfaKey } from '../queries.ts'
import { QrCode } from './qr-code.tsx'

interface Props {
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** The password, then the secret for the device, then the first code that it makes. */
export function TotpSetUp(props: Props) {
  const { t } = useTranslation('account')
  const begin = useMutation({
    mutationFn: (currentPassword: string) =>
      unwrap(iam.POST('/api/iam/v1/me/mfa/totp', { body: { currentPassword } })),
  })
  if (begin.data !== undefined) return <Confirmation {...props} {...begin.data} />
  return (
    <PasswordDialog
      title={t('totp.setUp')}
      text={t('totp.passwordText')}
      confirm={t('totp.next')}
      isRunning={begin.isPending}
      error={begin.error}
      onConfirm={(password) => begin.mutate(password)}
      onClose={props.onClose}
    />
  )
}

function Confirmation(props: Props & { readonly secret: string; readonly uri: string }) {
  const { t } = useTranslation('account')
  const confirm = useChange({
    key: mfaKey,
    done: t('totp.done'),
    change: (code: string) =>
      unwrap(iam.POST('/api/iam/v1/me/mfa/totp/confirm', { body: { code } })),
    onDone: ({ recoveryCodes }) => {
      props.onClose()
      // Whoever had a passkey before has codes already.
      if (recoveryCodes !== undefined) props.onCodes(recoveryCodes)
    },
  })
  const fields = useFields({ code: '' }, confirm.error)
  const isWrong = confirm.error instanceof ApiProblem && confirm.error.code === 'iam.mfa_code_wrong'
  return (
    <ConfirmDialog
      opened
      title={t('totp.setUp')}
      text={t('totp.scan')}
      confirm={t('totp.confirm')}
      isRunning={confirm.isPending}
      error={isWrong ? undefined : fields.formError}
      onConfirm={() => confirm.mutate(fields.values.code)}
      onClose={props.onClose}
    >
      <Stack align="center">
        <QrCode text={props.uri} label={t('totp.qr')} />
        <Text size="sm" ta="center">
          {t('totp.type')}{' '}
          <code style={{ overflowWrap: 'anywhere' }}>{inGroups(props.secret)}</code>
        </Text>
      </Stack>
      <TextInput
        {...fields.text('code')}
        error={isWrong ? t('totp.wrong') : fields.field('code').error}
        label={t('totp.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        data-autofocus
        required
      />
    </ConfirmDialog>
  )
}

/** Letters in fours are typed without losing one's place. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
