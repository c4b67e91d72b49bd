import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { mfaKey, mfaQuery, type Mfa } from '../queries.ts'
import { Section } from '../section.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Totp } from './totp.tsx'

/** What guards the account beside the password: codes, passkeys, and a way back without them. */
export function SecondFactor() {
  const { t } = useTranslation('account')
  const { data, error } = useQuery(mfaQuery)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Section title={t('factor.title')} lead={t('factor.lead')}>
      <ErrorAlert error={error} />
      {data === undefined && error === null && <BlockSkeleton lines={3} />}
      {data !== undefined && (
        <Stack gap="md">
          <Totp totp={data.totp} onCodes={setCodes} />
          <Divider />
          <Passkeys passkeys={data.passkeys} onCodes={setCodes} />
          {(data.totp.enabled || data.passkeys.length > 0) && (
            <>
              <Divider />
              <Recovery left={data.recoveryCodesLeft} onCodes={setCodes} />
            </>
          )}
        </Stack>
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </Section>
  )
}

function Recovery(props: {
  readonly left: Mfa['recoveryCodesLeft']
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const { t } = useTranslation('account')
  const [isAsking, setIsAsking] = useState(false)
  const renew = useChange({
    key: mfaKey,
    change: (currentPassword: string) =>
      unwrap(iam.POST('/api/iam/v1/me/mfa/recovery-codes', { body: { currentPassword } })),
    onDone: ({ recoveryCodes }) => {
      setIsAsking(false)
      props.onCodes(recoveryCodes)
    },
  })
  return (
    <Group justify="space-between">
      <div>
        <Text fw={600}>{t('recovery.title')}</Text>
        <Text size="sm" c="var(--console-soft)">
          {t('recovery.left', { count: props.left })}
        </Text>
      </div>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('recovery.renew')}
      </Button>
      {isAsking && (
        <PasswordDialog
          title={t('recovery.renew')}
          text={t('recovery.renewText')}
          confirm={t('recovery.renew')}
          isRunning={renew.isPending}
          error={renew.error}
          onConfirm={(password) => renew.mutate(password)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Group>
  )
}
