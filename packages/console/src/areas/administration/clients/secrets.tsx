import { Button, Group, List, Modal, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { iam, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { notify } from '../../../shared/toasts/notify.ts'
import { formatTime } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { secretsQuery, type Client, type ClientSecret } from '../queries.ts'
import { Secret } from './secret.tsx'

/** Live secrets: two at most, so that one can be replaced without a gap. */
export function Secrets({ client }: { readonly client: Client }) {
  const { t } = useTranslation('administration')
  const mayWrite = useMay('iam:client:write')
  const secrets = useQuery(secretsQuery(client.id))
  const add = useNewSecret(client.id)
  const [removed, setRemoved] = useState<ClientSecret>()
  const made = add.data?.clientSecret
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('secret.title')}
        </Title>
        {mayWrite && (
          <Button
            variant="default"
            size="xs"
            disabled={(secrets.data?.length ?? 0) >= 2}
            loading={add.isPending}
            onClick={() => add.mutate(undefined)}
          >
            {t('secret.add')}
          </Button>
        )}
      </Group>
      <ErrorAlert error={secrets.error ?? add.error} />
      <List listStyleType="none" spacing="sm">
        {(secrets.data ?? []).map((secret) => (
          <List.Item key={secret.id}>
            <Line secret={secret} onRemove={mayWrite ? () => setRemoved(secret) : undefined} />
          </List.Item>
        ))}
      </List>
      {removed !== undefined && (
        <RemoveDialog clientId={client.id} secret={removed} onClose={() => setRemoved(undefined)} />
      )}
      {made !== undefined && <Made client={client} secret={made} onDone={() => add.reset()} />}
    </>
  )
}

function Made(props: {
  readonly client: Client
  readonly secret: string
  readonly onDone: () => void
}) {
  const { t } = useTranslation('administration')
  return (
    <Modal
      opened
      onClose={props.onDone}
      title={t('secret.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Secret {...props} />
    </Modal>
  )
}

function useNewSecret(id: string) {
  const { t } = useTranslation('administration')
  return useChange({
    key: ['iam', 'clients', id],
    change: () =>
      unwrap(iam.POST('/api/iam/v1/clients/{id}/secrets', { params: { path: { id } } })),
    onDone: ({ clientSecret }) => {
      if (clientSecret === undefined) notify(t('secret.lost'))
    },
  })
}

function RemoveDialog(props: {
  readonly clientId: string
  readonly secret: ClientSecret
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { clientId: id, secret, onClose } = props
  const params = { path: { id, secretId: secret.id } }
  const remove = useChange({
    key: ['iam', 'clients', id],
    done: t('done'),
    change: () => unwrap(iam.DELETE('/api/iam/v1/clients/{id}/secrets/{secretId}', { params })),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('secret.removeTitle', { date: formatTime(secret.createdAt) })}
      text={t('secret.removeText')}
      confirm={t('remove')}
      isRunning={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}

function Line(props: {
  readonly secret: ClientSecret
  readonly onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('administration')
  const { createdAt, lastUsedAt } = props.secret
  return (
    <Group justify="space-between">
      <Text size="sm" component="div">
        {t('secret.made')} <Moment time={createdAt} />
        <br />
        {lastUsedAt === null ? (
          t('secret.unused')
        ) : (
          <>
            {t('secret.lastUsed')} <Moment time={lastUsedAt} />
          </>
        )}
      </Text>
      {props.onRemove !== undefined && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={t('secret.removeOf', { date: formatTime(createdAt) })}
          onClick={props.onRemove}
        >
          {t('remove')}
        </Button>
      )}
    </Group>
  )
}
