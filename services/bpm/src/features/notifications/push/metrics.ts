import type { App } from '@countersign/service-kit/http'
import { addCounter, addGauge } from '@countersign/service-kit/metrics'
import type { PushOutcome } from '../../../core/push.ts'
import type { Deps } from '../../../deps.ts'
import { countDevices } from './device-queries.ts'

/** What an operator watches of the messages to devices, and the counter for the worker. */
export function addPushMetrics(
  app: App,
  { db }: Pick<Deps, 'db'>,
): { onPushed: (outcome: PushOutcome) => void } {
  addGauge(app, {
    name: 'bpm_push_devices',
    help: 'Devices that a message is due for, and of these those whose message has failed before.',
    labelName: 'state',
    async read() {
      const { waiting, failing } = await countDevices(db)
      return Object.entries({ waiting, failing }).map(([label, value]) => ({ label, value }))
    },
  })
  addGauge(app, {
    name: 'bpm_push_late_seconds',
    help: 'How long the message to a device that waits longest has been due.',
    labelName: 'scope',
    read: async () => [{ label: 'all', value: (await countDevices(db)).lateSeconds }],
  })
  const onPushed = addCounter(app, {
    name: 'bpm_pushes_total',
    help: 'Messages to devices, by what came of each attempt.',
    labelName: 'outcome',
  })
  return { onPushed }
}
