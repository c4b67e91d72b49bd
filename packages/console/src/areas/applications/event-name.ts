import type { EventType } from '@countersign/contracts'
import { useTranslation } from '../../text/i18n.ts'

/** A function from the type of an event to words; a type that is newer than these texts stays as it is. */
export function useEventName(): (type: string) => string {
  const { t } = useTranslation('applications')
  return (type) => t(`event.${type as EventType}`, { defaultValue: type })
}
