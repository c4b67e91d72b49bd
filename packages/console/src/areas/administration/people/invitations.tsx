import { Button, Group, List, MultiSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { useFields } from '../../../shared/form/use-fields.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { Panel } from '../../../shared/page/page.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { invitationsQuery, rolesQuery, type Invitation } from '../queries.ts'
import { LinkDialog } from './link-dialog.tsx'

const key = invitationsQuery.queryKey

/** Who is asked to join and has not answered yet. Mostly nobody, and then nothing is shown. */
export function OpenInvitations() {
  const { t } = useTranslation('administration')
  const invitations = useQuery({ ...invitationsQuery, enabled: useMay('iam:member:read') })
  const { data = [], error, isLoadingError } = invitations
  const withdraw = useChange({
    key,
    done: t('invitations.withdrawn'),
    change: (id: string) =>
      unwrap(iam.DELETE('/api/iam/v1/invitations/{id}', { params: { path: { id } } })),
  })
  const [linked, setLinked] = useState<Invitation>()
  if (data.length === 0 && !isLoadingError) return null
  return (
    <Panel label={t('invitations.title')}>
      <Title order={2} size="h4" mb="xs">
        {t('invitations.title')}
      </Title>
      {isLoadingError && <ErrorState error={error} onRetry={() => void invitations.refetch()} />}
      <ErrorAlert error={withdraw.error} />
      <List listStyleType="none" spacing="xs">
        {data.map((invitation) => (
          <List.Item key={invitation.id}>
            <Row
              invitation={invitation}
              isRunning={withdraw.isPending && withdraw.variables === invitation.id}
              onLink={() => setLinked(invitation)}
              onWithdraw={() => withdraw.mutate(invitation.id)}
            />
          </List.Item>
        ))}
      </List>
      {linked !== undefined && (
        <InvitationLink invitation={linked} onClose={() => setLinked(undefined)} />
      )}
    </Panel>
  )
}

const nameOf = ({ email, username }: Invitation) => email ?? username ?? ''

function Row(props: {
  readonly invitation: Invitation
  readonly isRunning: boolean
  readonly onLink: () => void
  readonly onWithdraw: () => void
}) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:member:write')
  const { invitation } = props
  const name = nameOf(invitation)
  return (
    <Group justify="space-between">
      <Text component="div">
        <strong>{name}</strong>{' '}
        <Text span size="sm" c="var(--console-soft)">
          {t('invitations.until')} <Moment time={invitation.expiresAt} />
        </Text>
      </Text>
      {mayWrite && (
        <Group gap="xs">
          {invitation.email !== null && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('invitations.linkOf', { name })}
              onClick={props.onLink}
            >
              {t('invitations.link')}
            </Button>
          )}
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={t('invitations.withdrawOf', { name })}
            loading={props.isRunning}
            onClick={props.onWithdraw}
          >
            {t('invitations.withdraw')}
          </Button>
        </Group>
      )}
    </Group>
  )
}

/** The link of an invitation, sent again or handed over. */
function InvitationLink(props: { readonly invitation: Invitation; readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { invitation, onClose } = props
  const params = { path: { id: invitation.id } }
  return (
    <LinkDialog
      title={t('invitations.linkTitle')}
      text={t('invitations.linkText', { name: nameOf(invitation) })}
      address={invitation.email}
      cacheKey={key}
      make={(deliver) =>
        unwrap(iam.POST('/api/iam/v1/invitations/{id}/link', { params, body: { deliver } }))
      }
      onClose={onClose}
    />
  )
}

const nobody = { username: '', email: '', roles: [] as string[] }

function useInvite(onDone: () => void) {
  const { t } = useTranslation('administration')
  return useChange({
    key,
    done: t('invitations.sent'),
    change: ({ username, email, roles }: typeof nobody) =>
      unwrap(
        iam.POST('/api/iam/v1/invitations', {
          body: { ...dropEmpty({ username, email }), roles },
        }),
      ),
    onDone,
  })
}

/** Asks the owner of an account, or whoever reads the mail to an address, to join this organisation. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('administration')
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: useMay('iam:role:read') })
  const invite = useInvite(onClose)
  const fields = useFields(nobody, invite.error)
  const { username, email } = fields.values
  const isBoth = username !== '' && email !== ''
  return (
    <ConfirmDialog
      opened
      title={t('invitations.new')}
      text={t('invitations.explained')}
      confirm={t('invitations.send')}
      isRunning={invite.isPending}
      error={fields.formError}
      isChanged={fields.isChanged}
      onConfirm={() => invite.mutate(fields.values)}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          {...fields.text('username')}
          label={t('field.username')}
          required={email === ''}
          data-autofocus
        />
        <TextInput
          {...fields.text('email')}
          label={t('field.email')}
          type="email"
          error={isBoth ? t('invitations.either') : fields.text('email').error}
        />
        <MultiSelect
          {...fields.field('roles')}
          label={t('invitations.roles')}
          data={roles.map(({ code, name }) => ({ value: code, label: name }))}
          searchable
        />
      </Stack>
    </ConfirmDialog>
  )
}
