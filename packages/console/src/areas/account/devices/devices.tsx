import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { devicesQuery, ownDeviceQuery } from '../queries.ts'
import { Section } from '../section.tsx'
import { DeviceList } from './device-list.tsx'
import { DeviceSwitch } from './device-switch.tsx'
import { stateOf } from './state.ts'

/** On which devices one is told, and whether on this one. */
export function Devices() {
  const { t } = useTranslation('account')
  const devices = useQuery(devicesQuery)
  const own = useQuery(ownDeviceQuery)
  const isThere = devices.data !== undefined && own.data !== undefined
  const error = devices.error ?? own.error
  return (
    <Section title={t('devices.title')} lead={t('devices.lead')}>
      <ErrorAlert error={error} />
      {!isThere && error === null && <BlockSkeleton lines={3} />}
      {isThere && (
        <>
          <DeviceSwitch
            state={stateOf(devices.data, own.data)}
            applicationServerKey={devices.data.applicationServerKey}
            ownId={
              devices.data.items.find(({ endpointHash }) => endpointHash === own.data.hash)?.id
            }
          />
          <DeviceList items={devices.data.items} ownHash={own.data.hash} />
        </>
      )}
    </Section>
  )
}
