import { Button, Group, List, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { invitationsQuery } from '../queries.ts'

const key = invitationsQuery.queryKey

/** Who is asked to join and has not answered yet. Mostly nobody, and then nothing is shown. */
export function OpenInvitations() {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:member:write')
  const { data = [] } = useQuery({ ...invitationsQuery, enabled: useMay('iam:member:read') })
  const withdraw = useChange({
    key,
    done: t('invitations.withdrawn'),
    change: (id: string) =>
      unwrap(iam.DELETE('/api/iam/v1/invitations/{id}', { params: { path: { id } } })),
  })
  if (data.length === 0) return null
  return (
    <Panel label={t('invitations.title')}>
      <Title order={2} size="h4" mb="xs">
        {t('invitations.title')}
      </Title>
      <ErrorAlert error={withdraw.error} />
      <List listStyleType="none" spacing="xs">
        {data.map(({ id, username, expiresAt }) => (
          <List.Item key={id}>
            <Group justify="space-between">
              <Text component="div">
                <strong>{username}</strong>{' '}
                <Text span size="sm" c="var(--console-soft)">
                  {t('invitations.until')} <Moment time={expiresAt} />
                </Text>
              </Text>
              {mayWrite && (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  aria-label={t('invitations.withdrawOf', { name: username })}
                  loading={withdraw.isPending && withdraw.variables === id}
                  onClick={() => withdraw.mutate(id)}
                >
                  {t('invitations.withdraw')}
                </Button>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  )
}

/** Asks the owner of an account of another organisation to join this one. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const invite = useChange({
    key,
    done: t('invitations.sent'),
    change: (username: string) =>
      unwrap(iam.POST('/api/iam/v1/invitations', { body: { username } })),
    onDone: onClose,
  })
  const fields = useFields({ username: '' }, invite.error)
  return (
    <ConfirmDialog
      opened
      title={t('invitations.new')}
      text={t('invitations.explained')}
      confirm={t('invitations.send')}
      isRunning={invite.isPending}
      error={fields.formError}
      onConfirm={() => invite.mutate(fields.values.username)}
      onClose={onClose}
    >
      <TextInput {...fields.text('username')} label={t('field.username')} required data-autofocus />
    </ConfirmDialog>
  )
}
