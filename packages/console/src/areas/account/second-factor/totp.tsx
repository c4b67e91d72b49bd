import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { Tag } from '../../../shared/status-badge.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { mfaKey, type Mfa } from '../queries.ts'
import { TotpSetUp } from './totp-set-up.tsx'

/** Codes of six digits that a device makes. */
export function Totp(props: {
  readonly totp: Mfa['totp']
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const { t } = useTranslation('account')
  const { enabled, since } = props.totp
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <Group justify="space-between">
      <div>
        <Group gap="xs">
          <Text fw={600}>{t('totp.title')}</Text>
          <Tag tone={enabled ? 'good' : 'plain'}>{t(enabled ? 'totp.on' : 'totp.off')}</Tag>
        </Group>
        <Text size="sm" c="var(--console-soft)" component="div">
          {since === null ? (
            t('totp.lead')
          ) : (
            <>
              {t('since')} <Moment time={since} />
            </>
          )}
        </Text>
      </div>
      {enabled ? (
        <Button
          variant="subtle"
          color="red"
          aria-label={t('totp.removeTitle')}
          onClick={() => setIsAsking(true)}
        >
          {t('common:action.remove')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('totp.setUp')}
        </Button>
      )}
      {isAsking && enabled && <RemoveDialog onClose={close} />}
      {isAsking && !enabled && <TotpSetUp onCodes={props.onCodes} onClose={close} />}
    </Group>
  )
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const remove = useChange({
    key: mfaKey,
    done: t('common:state.saved'),
    onDone: onClose,
    change: (currentPassword: string) =>
      unwrap(iam.POST('/api/iam/v1/me/mfa/totp/remove', { body: { currentPassword } })),
  })
  return (
    <PasswordDialog
      danger
      title={t('totp.removeTitle')}
      text={t('totp.removeText')}
      confirm={t('common:action.remove')}
      isRunning={remove.isPending}
      error={remove.error}
      onConfirm={(password) => remove.mutate(password)}
      onClose={onClose}
    />
  )
}
