import { Tag } from '../../shared/status-badge.tsx'
import { useTranslation } from '../../text/i18n.ts'
import type { DeliveryStatus } from './search.ts'

const tones = { PENDING: 'info', DELIVERED: 'good', BLOCKED: 'bad' } as const

export function DeliveryTag({ status }: { readonly status: DeliveryStatus }) {
  const { t } = useTranslation('applications')
  return <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>
}
