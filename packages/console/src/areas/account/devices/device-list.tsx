import { Button, Title } from '@mantine/core'
import { bpm, unwrap } from '../../../api/clients.ts'
import { turnOff } from '../../../push/device.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { Entries, Entry } from '../entries.tsx'
import { devicesKey, type Device } from '../queries.ts'

/** The devices on which one is told; each can be removed from any of them. */
export function DeviceList(props: {
  readonly items: readonly Device[]
  readonly ownHash: string | null
}) {
  const { t } = useTranslation('account')
  const { items, ownHash } = props
  const remove = useChange({
    key: devicesKey,
    done: t('devices.removed'),
    change: async ({ id, endpointHash }: Device) => {
      if (endpointHash === ownHash) await turnOff()
      const params = { path: { id } }
      await unwrap(bpm.DELETE('/api/bpm/v1/me/push-subscriptions/{id}', { params }))
    },
  })
  if (items.length === 0) return null
  return (
    <>
      <Title order={3} size="h5" mt="md" mb="xs">
        {t('devices.list')}
      </Title>
      <ErrorAlert error={remove.error} />
      <Entries>
        {items.map((device) => (
          <Line
            key={device.id}
            device={device}
            isOwn={device.endpointHash === ownHash}
            isRemoving={remove.isPending && remove.variables.id === device.id}
            onRemove={() => remove.mutate(device)}
          />
        ))}
      </Entries>
    </>
  )
}

function Line(props: {
  readonly device: Device
  readonly isOwn: boolean
  readonly isRemoving: boolean
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('account')
  const { device, createdAt, lastSentAt } = props.device
  const label = device ?? t('devices.unknown')
  const name = props.isOwn ? t('devices.own', { name: label }) : label
  return (
    <Entry
      name={name}
      facts={
        <>
          {t('devices.since')} <Moment time={createdAt} />
          {lastSentAt !== null && (
            <>
              {' · '}
              {t('devices.last')} <Moment time={lastSentAt} />
            </>
          )}
        </>
      }
      actions={
        <Button
          variant="default"
          size="xs"
          loading={props.isRemoving}
          aria-label={t('devices.removeOf', { name })}
          onClick={props.onRemove}
        >
          {t('devices.remove')}
        </Button>
      }
    />
  )
}
