import { PasswordInput, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useFields } from '../../shared/form/use-fields.ts'
import { useTranslation } from '../../text/i18n.ts'

/** Asks for the current password before what guards the account changes. */
export function PasswordDialog(props: {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly danger?: boolean
  readonly isRunning: boolean
  readonly error: unknown
  readonly onConfirm: (currentPassword: string) => void
  readonly onClose: () => void
  readonly children?: ReactNode
}) {
  const { t } = useTranslation('account')
  const fields = useFields({ currentPassword: '' }, props.error)
  return (
    <ConfirmDialog
      opened
      danger={props.danger ?? false}
      title={props.title}
      text={props.text}
      confirm={props.confirm}
      isRunning={props.isRunning}
      error={fields.formError}
      onConfirm={() => props.onConfirm(fields.values.currentPassword)}
      onClose={props.onClose}
    >
      <Stack>
        {props.children}
        <PasswordInput
          {...fields.text('currentPassword')}
          error={fields.field('currentPassword').error && t('password.wrong')}
          label={t('password.current')}
          autoComplete="current-password"
          data-autofocus
          required
        />
      </Stack>
    </ConfirmDialog>
  )
}
