import { bpm, unwrap } from '../../api/clients.ts'
import { useChange } from '../../shared/form/use-change.ts'
import { useTranslation } from '../../text/i18n.ts'
import { deliveriesKey } from './queries.ts'

/** Sends one event again, at its place among the events of its approval. */
export function useRedeliver(eventId: string, onDone?: () => void) {
  const { t } = useTranslation('applications')
  return useChange({
    key: deliveriesKey,
    done: t('redeliver.one.done'),
    ...(onDone === undefined ? {} : { onDone }),
    change: () =>
      unwrap(
        bpm.POST('/api/bpm/v1/deliveries/{eventId}/redeliver', { params: { path: { eventId } } }),
      ),
  })
}
