import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { Entries, Entry } from '../entries.tsx'
import { PasswordDialog } from '../password-dialog.tsx'
import { mfaKey, type Passkey } from '../queries.ts'
import { canMakePasskeys } from './make-passkey.ts'
import { NewPasskeyDialog } from './new-passkey-dialog.tsx'

/** Keys that a device keeps and unlocks by finger, face or pin. */
export function Passkeys(props: {
  readonly passkeys: readonly Passkey[]
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const { t } = useTranslation('account')
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  return (
    <div>
      <Group justify="space-between" mb={props.passkeys.length > 0 ? 'sm' : 0}>
        <div>
          <Text fw={600}>{t('passkeys.title')}</Text>
          <Text size="sm" c="var(--console-soft)">
            {t(canMakePasskeys() ? 'passkeys.lead' : 'passkeys.impossible')}
          </Text>
        </div>
        {canMakePasskeys() && (
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )}
      </Group>
      <Entries>
        {props.passkeys.map((passkey) => (
          <Line key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
        ))}
      </Entries>
      {isAdding && <NewPasskeyDialog onCodes={props.onCodes} onClose={() => setIsAdding(false)} />}
      {removed !== undefined && (
        <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />
      )}
    </div>
  )
}

function Line({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { t } = useTranslation('account')
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <Entry
      name={name}
      facts={
        <>
          {t(lastUsedAt === null ? 'since' : 'passkeys.used')}{' '}
          <Moment time={lastUsedAt ?? createdAt} />
        </>
      }
      actions={
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={t('passkeys.removeOf', { name })}
          onClick={onRemove}
        >
          {t('common:action.remove')}
        </Button>
      }
    />
  )
}

function RemoveDialog(props: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const { id, name } = props.passkey
  const remove = useChange({
    key: mfaKey,
    done: t('common:state.saved'),
    onDone: props.onClose,
    change: (currentPassword: string) =>
      unwrap(
        iam.POST('/api/iam/v1/me/mfa/passkeys/{id}/remove', {
          params: { path: { id } },
          body: { currentPassword },
        }),
      ),
  })
  return (
    <PasswordDialog
      danger
      title={t('passkeys.removeTitle')}
      text={t('passkeys.removeText', { name })}
      confirm={t('common:action.remove')}
      isRunning={remove.isPending}
      error={remove.error}
      onConfirm={(password) => remove.mutate(password)}
      onClose={props.onClose}
    />
  )
}
