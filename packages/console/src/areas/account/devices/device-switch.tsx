import { Alert, Stack, Switch, Text } from '@mantine/core'
import { bpm, unwrap } from '../../../api/clients.ts'
import { useMe } from '../../../me/me.ts'
import { NoPushService, turnOff, turnOn } from '../../../push/device.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { Icon } from '../../../shared/icon.tsx'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { devicesKey } from '../queries.ts'
import type { DeviceState } from './state.ts'

/** Turns notices on this device on and off, or says why that cannot be. */
export function DeviceSwitch(props: {
  readonly state: DeviceState
  readonly applicationServerKey: string | null
  /** By what the platform knows this device. */
  readonly ownId: string | undefined
}) {
  const { t } = useTranslation('account')
  const { state } = props
  const change = useSwitch(props)
  const canChange = state === 'on' || state === 'off'
  const { error } = change
  return (
    <Stack gap="xs">
      <Switch
        label={t('devices.here')}
        description={t(`devices.state.${state}`)}
        checked={state === 'on'}
        disabled={!canChange || change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {(state === 'unsupported' || state === 'blocked') && (
        <Text size="sm" c="var(--console-soft)">
          {t(`devices.state.${state}Hint`)}
        </Text>
      )}
      {error instanceof NoPushService ? (
        <Alert color="red" role="alert" icon={<Icon name="alert" />} title={t('devices.failed')}>
          {t('devices.failedHint')}
        </Alert>
      ) : (
        <ErrorAlert error={error} />
      )}
    </Stack>
  )
}

function useSwitch({
  applicationServerKey,
  ownId,
}: {
  readonly applicationServerKey: string | null
  readonly ownId: string | undefined
}) {
  const { id: userId } = useMe()
  return useChange({
    key: devicesKey,
    change: async (isOn: boolean) => {
      // Where the person does not let it, the state that is read anew says so.
      if (isOn && applicationServerKey !== null) return turnOn(userId, applicationServerKey)
      await turnOff()
      if (ownId === undefined) return true
      const params = { path: { id: ownId } }
      await unwrap(bpm.DELETE('/api/bpm/v1/me/push-subscriptions/{id}', { params }))
      return true
    },
  })
}
