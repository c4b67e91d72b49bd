import { useTranslation } from 'react-i18next'
import type { Status } from '../expenses.ts'

const tones: Readonly<Record<Status, 'plain' | 'busy' | 'warn' | 'good' | 'bad'>> = {
  DRAFT: 'plain',
  RUNNING: 'busy',
  RETURNED: 'warn',
  CORRECTING: 'warn',
  APPROVED: 'good',
  REJECTED: 'bad',
  WITHDRAWN: 'plain',
  TERMINATED: 'bad',
}

export function StatusBadge({ status }: { readonly status: Status }) {
  const { t } = useTranslation()
  return <span className={`badge ${tones[status]}`}>{t(`status.${status}`)}</span>
}
