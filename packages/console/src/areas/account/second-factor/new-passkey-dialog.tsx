import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../shared/form/use-change.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { mfaKey } from '../queries.ts'
import { makePasskey, PasskeyRefused } from './make-passkey.ts'

/** A name to know it by and the password; then the browser asks by itself. */
export function NewPasskeyDialog(props: {
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('account')
  const [name, setName] = useState('')
  const add = useChange({
    key: mfaKey,
    done: t('passkeys.added'),
    change: (currentPassword: string) => makePasskey({ currentPassword, name: name.trim() }),
    onDone: (codes) => {
      props.onClose()
      if (codes !== undefined) props.onCodes(codes)
    },
  })
  const isRefused = add.error instanceof PasskeyRefused
  return (
    <PasswordDialog
      title={t('passkeys.add')}
      text={t('passkeys.addText')}
      confirm={t('passkeys.make')}
      isRunning={add.isPending}
      error={isRefused ? undefined : add.error}
      onConfirm={(password) => add.mutate(password)}
      onClose={props.onClose}
    >
      <TextInput
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        value={name}
        error={isRefused ? t('passkeys.refused') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={100}
        pattern=".*\S.*"
        required
      />
    </PasswordDialog>
  )
}
