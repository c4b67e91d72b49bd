import { Tag } from '../../shared/status-badge.tsx'
import { useTranslation } from '../../text/i18n.ts'

/** Whether somebody or something may be used: people, tenants, applications, providers. */
export function StatusTag({ status }: { readonly status: 'active' | 'disabled' | 'suspended' }) {
  const { t } = useTranslation('administration')
  return <Tag tone={status === 'active' ? 'good' : 'plain'}>{t(`status.${status}`)}</Tag>
}
