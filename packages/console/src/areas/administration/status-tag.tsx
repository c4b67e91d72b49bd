import { useTranslation } from 'react-i18next'
import { Tag } from '../../shared/status-badge.tsx'

/** Whether somebody or something may be used: people, tenants, applications, providers. */
export function StatusTag({ status }: { readonly status: 'active' | 'disabled' | 'suspended' }) {
  const { t } = useTranslation('administration')
  return <Tag tone={status === 'active' ? 'good' : 'plain'}>{t(`status.${status}`)}</Tag>
}
